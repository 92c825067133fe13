#include "model/base/text.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

std::optional<std::string> bounded_storage(const Moment& moment) {
    if (moment.when != When::ended || moment.left_over.empty()) {
        return std::nullopt;
    }
    return "still stored after the retention time and a clean-up: " + join(moment.left_over, ", ");
}

}  // namespace onceproof::guarantee
