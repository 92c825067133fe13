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

}  // namespace onceproof::reports
