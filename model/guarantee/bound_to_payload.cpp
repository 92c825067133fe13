#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> bound_to_payload(const Moment& moment) {
    if (moment.when != When::answered || !tells_success(moment.reply->kind) ||
        moment.book.effects == 0 || moment.book.amount == moment.request->amount) {
        return std::nullopt;
    }
    return std::string(moment.actor) + " asked for " + std::to_string(moment.request->amount) +
           " under key " + std::string(moment.key) + " and was told \"" +
           std::string(name_of(moment.reply->kind)) + "\", but the effect was " +
           std::to_string(moment.book.amount);
}

}  // namespace onceproof::guarantee
