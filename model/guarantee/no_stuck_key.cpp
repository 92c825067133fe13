#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> no_stuck_key(const Moment& moment) {
    if (moment.when != When::ended || moment.book.recovered) {
        return std::nullopt;
    }
    return "key " + std::string(moment.key) +
           " is stuck: no quiet retry succeeded, not even the last one (never)";
}

}  // namespace onceproof::guarantee
