#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> single_effect(const Moment& moment) {
    if (moment.when != When::effect || moment.book.effects <= 1) {
        return std::nullopt;
    }
    std::string text = std::to_string(moment.book.effects) + " effects for key " +
                       std::string(moment.key) + " (the last by " + std::string(moment.actor) + ")";
    if (!moment.horizon.empty()) {
        text += " " + std::string(moment.horizon);
    }
    return text + "; at most 1 allowed";
}

}  // namespace onceproof::guarantee
