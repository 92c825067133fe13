#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/words.hpp"

namespace onceproof::guarantee {

std::optional<std::string> single_effect(const Moment& moment) {
    if (moment.when != When::effect || moment.book.effects <= 1) {
        return std::nullopt;
    }
    return std::to_string(moment.book.effects) + " effects for " + std::string(moment.subject) +
           " (the last by " + std::string(moment.actor) + ")" + at_horizon(moment) +
           "; at most 1 allowed";
}

}  // namespace onceproof::guarantee
