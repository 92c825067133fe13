#include "reports/grid.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace onceproof::reports {
namespace {

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('.') + 1);
}

/// The row for the cell's scenario and point, which is added at the end of its scenario's rows if
/// it is new.
GridRow& row_for(std::vector<GridRow>& rows, const CellResult& cell) {
    const std::string point = point_text(cell.point);
    auto end_of_scenario = rows.end();
    for (auto row = rows.begin(); row != rows.end(); ++row) {
        if (row->scenario != cell.scenario) continue;
        if (row->point == point) return *row;
        end_of_scenario = row + 1;
    }
    if (end_of_scenario == rows.end() && !point.empty()) {
        const bool is_new = std::ranges::none_of(rows, [&](const GridRow& row) {
            return row.scenario == cell.scenario;
        });
        if (is_new) rows.push_back({cell.scenario, "", {}});
        end_of_scenario = rows.end();
    }
    return *rows.insert(end_of_scenario, {cell.scenario, point, {}});
}

}  // namespace

Grid grid_of(const RunRecord& record) {
    Grid grid;
    for (const StrategyFacts& strategy : record.strategies) {
        const bool has_cell =
            std::ranges::find(record.cells, strategy.label, &CellResult::strategy) !=
            record.cells.end();
        if (has_cell) grid.strategies.push_back(strategy.label);
    }
    for (const CellResult& cell : record.cells) {
        if (std::ranges::find(grid.strategies, cell.strategy) == grid.strategies.end()) {
            grid.strategies.push_back(cell.strategy);
        }
        row_for(grid.rows, cell).cells[cell.strategy] = &cell;
    }
    return grid;
}

std::string point_text(const std::map<std::string, std::string>& point) {
    std::string text;
    for (const auto& [path, value] : point) {
        const std::string_view name = last_part(path);
        const auto alike = std::ranges::count_if(point, [&](const auto& other) {
            return last_part(other.first) == name;
        });
        if (!text.empty()) text += ", ";
        text.append(alike == 1 ? name : std::string_view(path)).append("=").append(value);
    }
    return text;
}

std::string cell_name(const CellResult& cell) {
    std::string name = cell.scenario + " / " + cell.strategy;
    if (!cell.point.empty()) {
        name.append(" (").append(point_text(cell.point)).append(")");
    }
    return name;
}

bool is_missed(const GuaranteeResult& result) {
    return !result.expected &&
           (result.verdict == Verdict::held || result.verdict == Verdict::proved ||
            result.verdict == Verdict::not_applicable);
}

CellMarks marks_of(const CellResult& cell) {
    CellMarks marks;
    marks.expected_violation = cell.verdict() == Verdict::violated;
    for (const GuaranteeResult& result : cell.guarantees) {
        if (result.verdict == Verdict::violated && !result.expected) {
            marks.expected_violation = false;
        }
        marks.missed_control = marks.missed_control || is_missed(result);
    }
    return marks;
}

std::string cell_word(const CellResult& cell) {
    const Verdict verdict = cell.verdict();
    if (!cell.error.empty() && verdict != Verdict::violated) return "error";
    if (verdict == Verdict::not_applicable) return "n/a";
    return std::string(word_of(verdict));
}

std::string cell_sign(const CellResult& cell, bool ascii) {
    static constexpr std::array<std::string_view, 5> signs{"■", "✔", "✖", "?", "–"};
    static constexpr std::array<std::string_view, 5> ascii_signs{"#", "+", "X", "?", "-"};
    const auto index = static_cast<std::size_t>(cell.verdict());
    return std::string(ascii ? ascii_signs.at(index) : signs.at(index));
}

std::string cell_phrase(const CellResult& cell) {
    const CellMarks marks = marks_of(cell);
    std::string text = cell_sign(cell, false) + " " + cell_word(cell);
    if (marks.expected_violation) text += ", as expected";
    if (marks.missed_control) text += ", expected violation not found";
    return text;
}

}  // namespace onceproof::reports
