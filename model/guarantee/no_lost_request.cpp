#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/words.hpp"

namespace onceproof::guarantee {

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
    // Without a message to answer for, a relay may still come to it at a later horizon.
    if (moment.when == When::quiet && moment.asynchronous && book.told_success != 0 &&
        !moment.message.empty()) {
        return "message " + std::string(moment.message) + " of " + subject +
               " was acknowledged by " + std::string(moment.acknowledged_by) +
               ", but no effect exists";
    }
    if (moment.when == When::ended && book.told_success != 0) {
        return actor + " was told success for " + subject +
               (moment.asynchronous ? ", but nothing has ever made the effect"
                                    : ", but at the end the effect is gone");
    }
    return std::nullopt;
}

}  // namespace onceproof::guarantee
