#include "reports/columns.hpp"

#include <algorithm>

#include "reports/step_text.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t column_min = 12;

using Cell = std::vector<std::string>;

class ColumnsText {
public:
    ColumnsText(const history::Trace& trace, const LanesOptions& options)
        : trace_(trace),
          style_(options.style),
          lead_(trace, options.bug_probability, style_),
          column_of_(trace.lanes.size(), trace.lanes.size()) {
        for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
            const bool acts = std::ranges::any_of(trace.steps, [&](const history::Step& step) {
                return step.from == lane && step.to != lane;
            });
            if (!acts) continue;
            column_of_[lane] = heads_.size();
            heads_.push_back(trace.lanes[lane]);
        }
        heads_.emplace_back("what changed");
        // A line and a blank stand in front of each column but the first, which has a blank only.
        const std::size_t used = lead_.columns() + 1 + 2 * (heads_.size() - 1);
        columns_ = style_.width > used ? (style_.width - used) / heads_.size() : 0;
    }

    [[nodiscard]] bool fits() const { return columns_ >= column_min; }

    std::string text() {
        std::vector<Cell> head;
        for (const std::string& name : heads_)
            head.push_back(wrapped(name, columns_));
        write_row(lead_.head(), head);
        write_rule();
        for (std::size_t i = 0; i < trace_.steps.size(); ++i)
            write_step(i);
        write_rule();
        return text_ + violation_lines(trace_, style_);
    }

private:
    void write_rule() {
        const std::size_t size = lead_.columns() + 1 + (columns_ + 2) * heads_.size() - 2;
        for (std::size_t i = 0; i < size; ++i)
            text_ += glyphs_of(style_).flat;
        text_ += '\n';
    }

    /// As many lines as the longest cell has.
    void write_row(const std::string& lead, const std::vector<Cell>& cells) {
        std::size_t lines = 1;
        for (const Cell& cell : cells)
            lines = std::max(lines, cell.size());
        for (std::size_t i = 0; i < lines; ++i) {
            std::string line = padded(i == 0 ? lead : "", lead_.columns()) + " ";
            for (std::size_t column = 0; column < cells.size(); ++column) {
                if (column > 0) line += std::string(glyphs_of(style_).lane) + " ";
                const std::string content = i < cells[column].size() ? cells[column][i] : "";
                line += coloured_words(style_, padded(content, columns_));
            }
            line.erase(line.find_last_not_of(' ') + 1);
            text_ += line + "\n";
        }
    }

    void write_step(std::size_t index) {
        const history::Step& step = trace_.steps[index];
        std::vector<Cell> cells(heads_.size());
        const std::size_t column = column_of_[step.from];
        const bool acts = column < heads_.size() - 1;
        std::string what =
            step_mark(step, plain_, step.from == step.to ? "" : glyphs_of(style_).to);
        if (!what.empty()) what += ' ';
        if (!acts) what += trace_.lanes[step.from] + ": ";
        if (step.from != step.to) what += trace_.lanes[step.to] + ": ";
        what += step.text + words_for(step);
        cells[acts ? column : heads_.size() - 1] = wrapped(what, columns_);
        for (const history::Change& change : step.changes) {
            for (std::string& line : wrapped(change_text(change), columns_))
                cells.back().push_back(std::move(line));
        }
        write_row(lead_.of(index), cells);
    }

    const history::Trace& trace_;
    const TextStyle& style_;
    const TextStyle plain_{
        .width = style_.width, .ascii = style_.ascii};  // wrapped before coloured
    StepLead lead_;
    std::vector<std::size_t> column_of_;  // by lane; beyond the last: it has none
    std::vector<std::string> heads_;
    std::size_t columns_ = 0;  // of each
    std::string text_;
};

}  // namespace

std::string columns(const history::Trace& trace, const LanesOptions& options) {
    ColumnsText text(trace, options);
    return text.fits() ? text.text() : "";
}

}  // namespace onceproof::reports
