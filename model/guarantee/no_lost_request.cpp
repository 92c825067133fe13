#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> no_lost_request(const Moment& moment) {
    const KeyBook& book = moment.book;
    if (book.effects > 0 || moment.parked) {
        return std::nullopt;
    }
    const std::string key(moment.key);
    if (moment.when == When::answered && tells_success(moment.reply->kind) &&
        !moment.asynchronous) {
        return std::string(moment.actor) + " was told \"" +
               std::string(name_of(moment.reply->kind)) + "\" for key " + key +
               ", but no effect exists";
    }
    if (moment.when == When::quiet && book.left_in_progress) {
        return "a caller of key " + key + " was left with \"in progress\", but nobody completed it";
    }
    if (moment.when == When::quiet && moment.asynchronous && book.told_success) {
        return moment.message.empty()
                   ? "a caller of key " + key +
                         " was told success, but nothing is left to make "
                         "the effect"
                   : "message " + std::string(moment.message) + " of key " + key +
                         " was acknowledged by " + std::string(moment.acknowledged_by) +
                         ", but no effect exists";
    }
    if (moment.when == When::ended && book.told_success) {
        return "a caller of key " + key + " was told success, but the effect is gone";
    }
    return std::nullopt;
}

}  // namespace onceproof::guarantee
