#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/words.hpp"

namespace onceproof::guarantee {

std::optional<std::string> right_result(const Moment& moment) {
    if (moment.when != When::answered || !tells_success(moment.reply->kind)) {
        return std::nullopt;
    }
    const std::string right = receipt_for(*moment.request);
    if (moment.reply->result == right) {
        return std::nullopt;
    }
    return told(moment) + at_horizon(moment) + " with the result \"" + moment.reply->result +
           "\" instead of \"" + right + "\"";
}

}  // namespace onceproof::guarantee
