#include "reports/matrix.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/matrix_cell.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t gap = 2;           // between entries of the legend
constexpr std::size_t cell_columns = 3;  // of the widest cell, "✖E!"
constexpr std::size_t stride = cell_columns + 1;
constexpr std::size_t label_columns_min = 16;

/// With more rows than this, those with nothing to look at are counted only.
constexpr std::size_t rows_shown_max = 24;

/// One row as it is shown: a scenario with all its points, or one point.
struct Row {
    std::string label;
    std::map<std::string, std::vector<const CellResult*>> cells;  ///< by strategy
};

std::vector<Row> rows_of(const Grid& grid, MatrixRows wanted) {
    std::vector<Row> rows;
    for (const GridRow& row : grid.rows) {
        // Points follow their scenario's heading.
        const bool joins = wanted == MatrixRows::scenarios && !row.point.empty();
        if (!joins) rows.push_back({row.point.empty() ? row.scenario : "  " + row.point, {}});
        for (const auto& [strategy, cell] : row.cells) {
            rows.back().cells[strategy].push_back(cell);
        }
    }
    return rows;
}

/// Characters of the lines that lead from a strategy's name to its column.
struct Lines {
    std::string_view across;
    std::string_view corner;
    std::string_view down;
};

Lines lines_of(bool ascii) {
    return ascii ? Lines{"-", ".", "|"} : Lines{"─", "╮", "│"};
}

class MatrixText {
public:
    MatrixText(const RunRecord& record, const TextStyle& style, MatrixRows wanted)
        : record_(record), style_(style), grid_(grid_of(record)), rows_(rows_of(grid_, wanted)) {
        folds_ = wanted == MatrixRows::scenarios && rows_.size() > rows_shown_max;
        std::size_t widest = label_columns_min;
        for (const Row& row : rows_) {
            widest = std::max(widest, columns_of(visible(row.label)));
        }
        for (const std::string& strategy : grid_.strategies) {
            widest = std::max(widest, columns_of(visible(strategy)) + 1);
        }
        label_columns_ = std::min(widest, std::max(label_columns_min, style.width / 2));
    }

    /// All blocks, one below the other, of about the same number of columns.
    std::string text() {
        const std::size_t count = grid_.strategies.size();
        const std::size_t room = style_.width - std::min(style_.width, label_columns_ + 2);
        const std::size_t fitting = std::max<std::size_t>(1, room / stride);
        const std::size_t blocks = (count + fitting - 1) / fitting;
        const std::size_t size = (count + blocks - 1) / blocks;
        for (std::size_t first = 0; first < count; first += size) {
            if (first > 0) text_ += '\n';
            const auto begin = grid_.strategies.begin() + static_cast<std::ptrdiff_t>(first);
            write_block({begin, begin + static_cast<std::ptrdiff_t>(std::min(size, count - first))}
            );
        }
        return text_;
    }

private:
    using Strategies = std::vector<std::string>;

    void write_line(std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        text_ += line + "\n";
    }

    /// The names stand one below the other, the last column's first, each with a line to its
    /// column.
    void write_header(const Strategies& block) {
        const Lines lines = lines_of(style_.ascii);
        for (std::size_t i = block.size(); i-- > 0;) {
            std::string line = " " + visible(block[i]) + " ";
            const std::size_t end = label_columns_ + 2 + i * stride;
            for (std::size_t at = columns_of(line); at < end; ++at) {
                line += lines.across;
            }
            line += lines.corner;
            for (std::size_t next = i + 1; next < block.size(); ++next) {
                line += std::string(stride - 1, ' ') + std::string(lines.down);
            }
            write_line(std::move(line));
        }
    }

    void write_block(const Strategies& block) {
        write_header(block);
        std::size_t folded = 0;
        for (const Row& row : rows_) {
            const bool calm = std::ranges::all_of(block, [&](const std::string& strategy) {
                return cell_of(row, strategy).calm;
            });
            if (folds_ && calm) {
                ++folded;
            } else {
                write_row(row, block);
            }
        }
        if (folded > 0) {
            text_ += (style_.ascii ? " ... and " : " … and ") + std::to_string(folded) +
                     (style_.ascii ? " more, all #, + or -\n" : " more, all ■, ✔ or –\n");
        }
    }

    [[nodiscard]] MatrixCell cell_of(const Row& row, const std::string& strategy) const {
        const auto cells = row.cells.find(strategy);
        return cells == row.cells.end() ? MatrixCell{}
                                        : matrix_cell(cells->second, record_, style_.ascii);
    }

    /// The verdicts stand in the last line of a label that needs several.
    void write_row(const Row& row, const Strategies& block) {
        const auto labels = wrapped(row.label, label_columns_);
        for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
            write_line(" " + labels[i]);
        }
        std::string line = " " + padded(labels.back(), label_columns_);
        std::size_t blanks = 1;  // of the columns before, so that nothing coloured ends in blanks
        for (const std::string& strategy : block) {
            const MatrixCell cell = cell_of(row, strategy);
            line += std::string(blanks, ' ') + painted(style_, cell.colour, cell.text);
            blanks = stride - columns_of(cell.text);
        }
        write_line(std::move(line));
    }

    const RunRecord& record_;
    const TextStyle& style_;
    Grid grid_;
    std::vector<Row> rows_;
    bool folds_ = false;
    std::size_t label_columns_ = 0;
    std::string text_;
};

/// The letters that stand in the matrix, with the guarantees' names.
std::vector<std::string> letters_of(const RunRecord& record) {
    std::vector<std::string> letters;
    for (const GuaranteeFacts& guarantee : record.guarantees) {
        const bool broken = std::ranges::any_of(record.cells, [&](const CellResult& cell) {
            return std::ranges::any_of(cell.guarantees, [&](const GuaranteeResult& result) {
                return result.guarantee == guarantee.name && result.verdict == Verdict::violated;
            });
        });
        if (broken) letters.push_back(visible(guarantee.letter + " " + guarantee.name));
    }
    return letters;
}

/// Wraps between its entries only.
std::string legend(const RunRecord& record, const TextStyle& style) {
    using Signs = std::array<const char*, 7>;
    static constexpr Signs signs{
        "■ proved to a bound",
        "✔ held",
        "✖ violated",
        "! as expected",
        "* expected, not found",
        "? inconclusive or error",
        "– does not apply"};
    static constexpr Signs ascii_signs{
        "# proved to a bound",
        "+ held",
        "X violated",
        "! as expected",
        "* expected, not found",
        "? inconclusive or error",
        "- does not apply"};
    const Signs& chosen = style.ascii ? ascii_signs : signs;
    std::vector<std::string> entries(chosen.begin(), chosen.end());
    std::ranges::move(letters_of(record), std::back_inserter(entries));
    std::string text;
    std::size_t used = 0;
    for (const std::string& entry : entries) {
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

std::string matrix(const RunRecord& record, const TextStyle& style, MatrixRows rows) {
    if (record.cells.empty()) return " no cell was run\n";
    return MatrixText(record, style, rows).text() + legend(record, style);
}

namespace {

std::string shard_text(const RunRecord& record) {
    if (record.shard.has_value()) {
        return fmt::format("  shard {}/{}", record.shard->index, record.shard->count);
    }
    return record.shards > 0 ? "  " + counted(record.shards, "shard") : "";
}

}  // namespace

std::string headline(const RunRecord& record, const TextStyle& style) {
    std::set<std::string> scenarios;
    std::set<std::string> strategies;
    for (const CellResult& cell : record.cells) {
        scenarios.insert(cell.scenario);
        strategies.insert(cell.strategy);
    }
    std::string text = "onceproof " + visible(record.version);
    if (!record.commit.empty()) text += " (" + visible(record.commit) + ")";
    text += fmt::format(
        "  root seed {:#018x}{}  {} {} {}\n",
        record.seed,
        shard_text(record),
        counted(scenarios.size(), "scenario"),
        style.ascii ? "x" : "×",
        strategies.size() == 1 ? "1 strategy" : std::to_string(strategies.size()) + " strategies"
    );
    return text;
}

}  // namespace onceproof::reports
