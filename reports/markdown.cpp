#include "reports/markdown.hpp"

#include <fmt/format.h>

#include "reports/style.hpp"

namespace onceproof::reports {

std::string markdown(std::string_view text) {
    std::string result;
    const std::string shown = visible(text);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        // An ampersand begins an entity only right before its name.
        const bool entity = shown[i] == '&' && i + 1 < shown.size() && shown[i + 1] != ' ';
        if (entity || std::string_view("\\`*_[]<>|#~").find(shown[i]) != std::string_view::npos) {
            result += '\\';
        }
        result += shown[i];
    }
    return result;
}

std::string code(std::string_view text) {
    const std::string shown = visible(text);
    if (shown.find_first_of("`|") == std::string::npos) return fmt::format("`{}`", shown);
    // Between back-ticks neither one of them nor a table's line could stand.
    return markdown(shown);
}

}  // namespace onceproof::reports
