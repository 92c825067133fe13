#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> right_result(const Moment& moment) {
    if (moment.when != When::answered || !tells_success(moment.reply->kind)) {
        return std::nullopt;
    }
    const std::string right = receipt_for(*moment.request);
    if (moment.reply->result == right) {
        return std::nullopt;
    }
    return std::string(moment.actor) + " was told \"" + std::string(name_of(moment.reply->kind)) +
           "\" with the result \"" + moment.reply->result + "\" instead of \"" + right + "\"";
}

}  // namespace onceproof::guarantee
