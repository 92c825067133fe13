#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/words.hpp"

namespace onceproof::guarantee {
namespace {

/// The queue is empty, and the effect that somebody was told of has not been made.
std::string never_made(const Moment& moment) {
    const std::string subject(moment.subject);
    if (moment.message.empty()) {
        return std::string(moment.actor) + " was told success for " + subject +
               ", but nothing is left to make the effect";
    }
    return "message " + std::string(moment.message) + " of " + subject + " was acknowledged by " +
           std::string(moment.acknowledged_by) + ", but no effect exists";
}

}  // namespace

std::optional<std::string> no_lost_request(const Moment& moment) {
    const Book& book = moment.book;
    if (book.effects > 0 || moment.parked) {
        return std::nullopt;
    }
    if (moment.when == When::answered && tells_success(moment.reply->kind) &&
        !moment.asynchronous) {
        return told(moment) + at_horizon(moment) + ", but no effect exists";
    }
    const std::string actor(moment.actor);
    const std::string subject(moment.subject);
    if (moment.when == When::quiet && book.left_in_progress != 0) {
        return actor + " was left with \"in progress\" for " + subject +
               ", but nobody completed it";
    }
    if (moment.when == When::quiet && moment.asynchronous && book.told_success != 0) {
        return never_made(moment);
    }
    if (moment.when == When::ended && book.told_success != 0) {
        return actor + " was told success for " + subject + ", but at the end the effect is gone";
    }
    return std::nullopt;
}

}  // namespace onceproof::guarantee
