#include "reports/markdown.hpp"

#include <fmt/format.h>

namespace onceproof::reports {

std::string markdown(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '\n') {
            result += ' ';
        } else {
            if (std::string_view("\\`*_[]<>|#").find(letter) != std::string_view::npos) {
                result += '\\';
            }
            result += letter;
        }
    }
    return result;
}

std::string code(std::string_view text) {
    return fmt::format("`{}`", text);
}

std::string counted(std::size_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string fault_bound(std::size_t budget) {
    return budget == 0 ? "no fault" : "up to " + counted(budget, "fault");
}

}  // namespace onceproof::reports
