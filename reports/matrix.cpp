#include "reports/matrix.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "reports/grid.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t label_columns_min = 16;

std::string cell_text(const CellResult* cell, bool ascii) {
    if (cell == nullptr) return "";
    const CellMarks marks = marks_of(*cell);
    return cell_sign(*cell, ascii) + " " + cell_word(*cell) +
           (marks.expected_violation ? "!" : "") + (marks.missed_control ? "*" : "");
}

Colour colour_of(const CellResult& cell) {
    const CellMarks marks = marks_of(cell);
    switch (cell.verdict()) {
        case Verdict::proved:
        case Verdict::held:
            return marks.missed_control ? Colour::red : Colour::green;
        case Verdict::violated:
            return marks.expected_violation ? Colour::yellow : Colour::red;
        case Verdict::inconclusive:
            return Colour::yellow;
        case Verdict::not_applicable:
            break;
    }
    return Colour::dim;
}

std::string label_of(const GridRow& row) {
    return row.point.empty() ? row.scenario : "  " + row.point;
}

/// "table-lock/published" stands in two lines so that its column stays narrow.
std::vector<std::string> header_lines(const std::string& strategy) {
    const std::size_t slash = strategy.find('/');
    if (slash == std::string::npos) return {strategy};
    return {strategy.substr(0, slash), strategy.substr(slash)};
}

/// One column of the matrix.
struct Column {
    std::string strategy;
    std::vector<std::string> header;
    std::size_t columns = 0;
};

class MatrixText {
public:
    MatrixText(const Grid& grid, const TextStyle& style) : grid_(grid), style_(style) {
        std::size_t widest = label_columns_min;
        for (const GridRow& row : grid.rows) {
            widest = std::max(widest, columns_of(label_of(row)));
        }
        label_columns_ = std::min(widest, std::max(label_columns_min, style.width / 2));
    }

    /// All blocks, one below the other.
    std::string text() {
        std::vector<Column> block;
        std::size_t used = label_columns_ + 1;
        for (const std::string& strategy : grid_.strategies) {
            Column column = column_for(strategy);
            if (!block.empty() && used + gap + column.columns > style_.width) {
                write_block(block);
                text_ += '\n';
                block.clear();
                used = label_columns_ + 1;
            }
            used += gap + column.columns;
            block.push_back(std::move(column));
        }
        if (!block.empty()) write_block(block);
        return text_;
    }

private:
    [[nodiscard]] Column column_for(const std::string& strategy) const {
        Column column{strategy, header_lines(strategy), 0};
        for (const std::string& line : column.header) {
            column.columns = std::max(column.columns, columns_of(line));
        }
        for (const GridRow& row : grid_.rows) {
            const auto cell = row.cells.find(strategy);
            if (cell == row.cells.end()) continue;
            const std::string text = cell_text(cell->second, style_.ascii);
            column.columns = std::max(column.columns, columns_of(text));
        }
        return column;
    }

    void write_line(std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        text_ += line + "\n";
    }

    void write_block(const std::vector<Column>& block) {
        std::size_t header_height = 1;
        for (const Column& column : block) {
            header_height = std::max(header_height, column.header.size());
        }
        for (std::size_t i = 0; i < header_height; ++i) {
            std::string line(label_columns_ + 1, ' ');
            for (const Column& column : block) {
                const std::string name = i < column.header.size() ? column.header[i] : "";
                line += std::string(gap, ' ') + padded(name, column.columns);
            }
            write_line(std::move(line));
        }
        for (const GridRow& row : grid_.rows) {
            write_row(row, block);
        }
    }

    /// The verdicts stand in the last line of a label that needs several.
    void write_row(const GridRow& row, const std::vector<Column>& block) {
        const auto labels = wrapped(label_of(row), label_columns_);
        for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
            write_line(" " + labels[i]);
        }
        std::string line = " " + padded(labels.back(), label_columns_);
        std::size_t blanks = 0;  // of the columns before, so that nothing coloured ends in blanks
        for (const Column& column : block) {
            const auto found = row.cells.find(column.strategy);
            const CellResult* cell = found == row.cells.end() ? nullptr : found->second;
            const std::string text = cell_text(cell, style_.ascii);
            line += std::string(blanks + gap, ' ');
            line += cell == nullptr ? text : painted(style_, colour_of(*cell), text);
            blanks = column.columns - columns_of(text);
        }
        write_line(std::move(line));
    }

    const Grid& grid_;
    const TextStyle& style_;
    std::size_t label_columns_ = 0;
    std::string text_;
};

/// Wraps between its entries only.
std::string legend(const TextStyle& style) {
    using Entries = std::array<std::string_view, 7>;
    static constexpr Entries entries{
        "■ proved to a bound",
        "✔ held",
        "✖ violated",
        "! as expected",
        "* expected, not found",
        "? inconclusive or error",
        "– does not apply"};
    static constexpr Entries ascii_entries{
        "# proved to a bound",
        "+ held",
        "X violated",
        "! as expected",
        "* expected, not found",
        "? inconclusive or error",
        "- does not apply"};
    std::string text;
    std::size_t used = 0;
    for (const std::string_view entry : style.ascii ? ascii_entries : entries) {
        const std::size_t columns = columns_of(entry);
        const bool fits = used > 0 && used + gap + columns <= style.width;
        if (used > 0) text += fits ? std::string(gap, ' ') : "\n";
        if (!fits) text += ' ';
        text += entry;
        used = (fits ? used + gap : 1) + columns;
    }
    return text + "\n";
}

}  // namespace

std::string matrix(const RunRecord& record, const TextStyle& style) {
    const Grid grid = grid_of(record);
    if (grid.rows.empty()) return " no cell was run\n";
    return MatrixText(grid, style).text() + legend(style);
}

std::string headline(const RunRecord& record, const TextStyle& style) {
    std::set<std::string> scenarios;
    std::set<std::string> strategies;
    for (const CellResult& cell : record.cells) {
        scenarios.insert(cell.scenario);
        strategies.insert(cell.strategy);
    }
    std::string text = "onceproof " + record.version;
    if (!record.commit.empty()) text += " (" + record.commit + ")";
    text += fmt::format(
        "  root seed {:#018x}  {} scenarios {} {} strategies, {} of {} cells\n",
        record.seed,
        scenarios.size(),
        style.ascii ? "x" : "×",
        strategies.size(),
        record.cells.size(),
        record.cells_planned
    );
    return text;
}

}  // namespace onceproof::reports
