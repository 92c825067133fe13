#include "reports/windows.hpp"

#include <map>

#include <fmt/format.h>

#include "reports/markdown.hpp"

namespace onceproof::reports {

std::string window_lines(const RunRecord& record) {
    std::map<std::string, std::string> known;
    for (const CellResult& cell : record.cells) {
        for (const GuaranteeResult& result : cell.guarantees) {
            if (!result.window.empty()) known[result.window] = result.window_text;
        }
    }
    std::string text;
    for (const auto& [name, sentence] : known) {
        text += fmt::format("- **{}**: {}.\n", name, markdown(sentence));
    }
    return text;
}

}  // namespace onceproof::reports
