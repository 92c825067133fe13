#include "reports/costs_table.hpp"

#include <algorithm>

namespace onceproof::reports {
namespace {

constexpr std::string_view no_repeats = "0 %";

std::string trimmed(std::string_view text) {
    const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(start);
    return std::string(text.substr(0, text.find_last_not_of(' ') + 1));
}

/// "| a | b |" as "a", "b".
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    line.remove_prefix(1);
    while (!line.empty()) {
        const std::size_t end = line.find('|');
        if (end == std::string_view::npos) break;
        cells.push_back(trimmed(line.substr(0, end)));
        line.remove_prefix(end + 1);
    }
    return cells;
}

void add_row(const std::vector<std::string>& cells, CostsTable& table) {
    if (cells.size() < 3 || cells[1] != no_repeats || table.columns.empty()) return;
    std::vector<std::string> figures(cells.begin() + 2, cells.end());
    // A sentence stands in the first column, and the others are empty.
    const bool is_sentence = std::all_of(figures.begin() + 1, figures.end(), [](const auto& cell) {
        return cell.empty();
    });
    if (is_sentence) figures.resize(1);
    table.rows.emplace(cells[0], std::move(figures));
}

}  // namespace

std::vector<CostsTable> read_costs_tables(std::string_view text) {
    std::vector<CostsTable> tables;
    bool inside = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with("## ")) {
            inside = line.find(" thread") != std::string_view::npos;
            if (inside) tables.push_back({std::string(line.substr(3)), {}, {}});
        } else if (inside && line.starts_with("| strategy | load |")) {
            const std::vector<std::string> cells = cells_of(line);
            tables.back().columns.assign(cells.begin() + 2, cells.end());
        } else if (inside && line.starts_with("| ")) {
            add_row(cells_of(line), tables.back());
        }
    }
    std::erase_if(tables, [](const CostsTable& table) { return table.rows.empty(); });
    return tables;
}

}  // namespace onceproof::reports
