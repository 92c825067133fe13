#include "reports/lanes.hpp"

#include <algorithm>

#include "reports/columns.hpp"
#include "reports/gutter.hpp"
#include "reports/step_text.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t text_columns_min = 30;
constexpr std::size_t gap = 4;  ///< between the lanes and the text
constexpr std::size_t lane_gap = 2;
constexpr Duration quiet_min = std::chrono::milliseconds(1);

class LanesText {
public:
    LanesText(const history::Trace& trace, const LanesOptions& options)
        : trace_(trace),
          options_(options),
          style_(options.style),
          lead_(trace, options.bug_probability, style_),
          gutter_(trace.lanes, style_, before_lanes() + gap + text_columns_min) {
        const std::size_t used = before_lanes() + gutter_.columns() + gap;
        beside_ = used + text_columns_min <= style_.width;
        text_columns_ = beside_ ? style_.width - used : std::max(style_.width, gap + 1) - gap;
    }

    std::string text() {
        write_head();
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
            if (i > 0) write_quiet(trace_.steps[i].at - trace_.steps[i - 1].at);
            write_step(i);
        }
        return text_ + violation_lines(trace_, style_);
    }

private:
    /// Columns of number, time and probability, and the gap behind them.
    [[nodiscard]] std::size_t before_lanes() const { return lead_.columns() + lane_gap; }

    void write_line(std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        text_ += line + "\n";
    }

    void write_head() {
        if (const std::string key = gutter_.key(); !key.empty()) {
            for (const std::string& line : wrapped(key, style_.width))
                write_line(line);
        }
        write_line(lead_.head() + std::string(lane_gap, ' ') + gutter_.head());
    }

    /// Text beside the lanes; where the lanes leave no room for it, below them.
    void write_text(
        const std::string& lead, const std::string& row, bool quiet, std::string_view content
    ) {
        const std::string blank(before_lanes(), ' ');
        if (!beside_ && !lead.empty()) write_line(lead + row);
        const std::size_t depth = std::min(content.find_first_not_of(' '), content.size());
        const std::string indent(depth, ' ');
        auto lines =
            wrapped(content.substr(depth), text_columns_ - std::min(depth + 2, text_columns_));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string line =
                coloured_words(style_, indent + (i == 0 ? "" : "  ") + lines[i]);
            if (!beside_) {
                write_line(std::string(gap, ' ') + line);
            } else if (i == 0 && !lead.empty()) {
                write_line(lead + row + std::string(gap, ' ') + line);
            } else {
                write_line(blank + gutter_.plain_row(quiet) + std::string(gap, ' ') + line);
            }
        }
    }

    void write_quiet(Duration duration) {
        if (duration < quiet_min) return;
        const std::string blank(before_lanes(), ' ');
        write_text(blank, gutter_.plain_row(true), true, quiet_time(duration) + " pass");
    }

    void write_step(std::size_t index) {
        const history::Step& step = trace_.steps[index];
        const std::string lead = lead_.of(index) + std::string(lane_gap, ' ');
        std::string content = trace_.lanes[step.from];
        if (step.from != step.to) {
            content += style_.ascii ? " -> " : " → ";
            content += trace_.lanes[step.to];
        }
        content += ": " + step.text + words_for(step);
        write_text(lead, gutter_.row(step), false, content);
        for (const history::Change& change : step.changes) {
            write_text("", "", false, "  " + change_text(change));
        }
    }

    const history::Trace& trace_;
    const LanesOptions& options_;
    const TextStyle& style_;
    StepLead lead_;
    Gutter gutter_;
    bool beside_ = true;  ///< the text stands beside the lanes
    std::size_t text_columns_ = 0;
    std::string text_;
};

}  // namespace

std::string lanes(const history::Trace& trace, const LanesOptions& options) {
    if (trace.steps.empty() || trace.lanes.empty()) return "nothing happened\n";
    if (options.layout == Layout::lanes) {
        std::string text = columns(trace, options);
        if (!text.empty()) return text;
    }
    return LanesText(trace, options).text();
}

}  // namespace onceproof::reports
