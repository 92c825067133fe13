#include "tests/conformance/sql_real.hpp"

#include <fmt/format.h>

namespace onceproof::conformance {

std::string show(const Answer& answer) {
    if (answer.error) return std::string(name_of(*answer.error));
    std::string text = fmt::format("{} rows", answer.affected);
    for (const std::string& row : answer.rows)
        text += fmt::format(" ({})", row);
    return text;
}

}  // namespace onceproof::conformance
