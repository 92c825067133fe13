#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> no_stuck_key(const Moment& moment) {
    if (moment.when != When::ended || moment.book.recovered) {
        return std::nullopt;
    }
    std::string last = "the last one";
    if (!moment.horizon.empty()) {
        last += " after " + std::string(moment.horizon);
    }
    return std::string(moment.subject) + " is stuck: no quiet retry succeeded, not even " + last +
           " (never)";
}

}  // namespace onceproof::guarantee
