#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/words.hpp"

namespace onceproof::guarantee {

std::optional<std::string> no_foreign_error(const Moment& moment) {
    if (moment.when != When::answered || moment.reply->kind != ReplyKind::error || moment.hit) {
        return std::nullopt;
    }
    return std::string(moment.actor) + " got an internal error for " + std::string(moment.subject) +
           at_horizon(moment) + ", though no fault hit this attempt: " + moment.reply->result;
}

}  // namespace onceproof::guarantee
