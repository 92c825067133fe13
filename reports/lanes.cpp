#include "reports/lanes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "reports/gutter.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t text_columns_min = 30;
constexpr std::size_t gap = 4;  ///< between the lanes and the text
constexpr std::size_t lane_gap = 2;
constexpr std::size_t time_columns_min = 8;
constexpr std::size_t number_columns_min = 3;
constexpr Duration quiet_min = std::chrono::milliseconds(1);

/// "198 ms", "400 s", "25 h 6 min": as exact as a reader needs; the time column has the rest.
std::string quiet_time(Duration duration) {
    using namespace std::chrono;
    if (duration < seconds(10)) return fmt::format("{} ms", floor<milliseconds>(duration).count());
    if (duration < hours(2)) return fmt::format("{} s", floor<seconds>(duration).count());
    const auto whole = floor<hours>(duration);
    const auto rest = floor<minutes>(duration - whole);
    if (rest == minutes(0)) return fmt::format("{} h", whole.count());
    return fmt::format("{} h {} min", whole.count(), rest.count());
}

std::string milliseconds_text(Instant at) {
    return fmt::format("{:.1f}", static_cast<double>(at.time_since_epoch().count()) / 1000.0);
}

/// What happened to the step, as words: no meaning hangs on a glyph or a colour.
std::string words_for(const history::Step& step) {
    std::string words;
    if (!step.fault.empty()) {
        words += "   FAULT " + step.fault;
    } else if (step.mark == history::Mark::fault) {
        words += "   FAULT";
    }
    const bool says_timeout = step.text.find("time") != std::string::npos;
    if (step.mark == history::Mark::timeout && !says_timeout) words += "   TIMEOUT";
    const bool says_effect =
        std::ranges::find(step.changes, "effects", &history::Change::store) != step.changes.end();
    if (step.mark == history::Mark::effect && !says_effect) words += "   EFFECT";
    if (!step.violations.empty()) words += "   VIOLATION";
    return words;
}

std::string coloured_words(const TextStyle& style, std::string line) {
    if (!style.colour) return line;
    constexpr std::array words{
        std::pair<std::string_view, Colour>{"VIOLATION", Colour::red},
        std::pair<std::string_view, Colour>{"FAULT", Colour::yellow}};
    for (const auto& [word, colour] : words) {
        const std::size_t at = line.find(word);
        if (at != std::string::npos) line.replace(at, word.size(), painted(style, colour, word));
    }
    return line;
}

class LanesText {
public:
    LanesText(const history::Trace& trace, const LanesOptions& options)
        : trace_(trace),
          options_(options),
          style_(options.style),
          number_columns_(std::max(number_columns_min, std::to_string(trace.steps.size()).size())),
          time_columns_(time_columns()),
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
        write_violations();
        return text_;
    }

private:
    [[nodiscard]] std::size_t time_columns() const {
        std::size_t columns = time_columns_min;
        for (const history::Step& step : trace_.steps) {
            columns = std::max(columns, milliseconds_text(step.at).size() + 1);
        }
        return columns;
    }

    /// Columns of number, time and probability, and the gap behind them.
    [[nodiscard]] std::size_t before_lanes() const {
        const std::size_t probability = options_.bug_probability.empty() ? 0 : 7;
        return number_columns_ + time_columns_ + probability + lane_gap;
    }

    [[nodiscard]] std::string probability_text(std::size_t step) const {
        if (step >= options_.bug_probability.size()) return "";
        static constexpr std::array<std::string_view, 9> bars{
            " ", " ", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
        static constexpr std::array<std::string_view, 9> ascii_bars{
            " ", ".", ".", ":", ":", "-", "=", "#", "#"};
        const double value = std::clamp(options_.bug_probability[step], 0.0, 1.0);
        const auto level = static_cast<std::size_t>(std::lround(value * 8));
        return fmt::format(
            " {}{:>4}%",
            style_.ascii ? ascii_bars.at(level) : bars.at(level),
            std::lround(value * 100)
        );
    }

    void write_line(std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        text_ += line + "\n";
    }

    void write_head() {
        if (const std::string key = gutter_.key(); !key.empty()) {
            for (const std::string& line : wrapped(key, style_.width))
                write_line(line);
        }
        std::string line = fmt::format("{:>{}}{:>{}}", "#", number_columns_, "t ms", time_columns_);
        if (!options_.bug_probability.empty()) line += " P(bug)";
        write_line(line + std::string(lane_gap, ' ') + gutter_.head());
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
        const std::string lead = fmt::format(
            "{:>{}}{:>{}}{}{}",
            index + 1,
            number_columns_,
            milliseconds_text(step.at),
            time_columns_,
            probability_text(index),
            std::string(lane_gap, ' ')
        );
        std::string content = trace_.lanes[step.from];
        if (step.from != step.to) {
            content += style_.ascii ? " -> " : " → ";
            content += trace_.lanes[step.to];
        }
        content += ": " + step.text + words_for(step);
        write_text(lead, gutter_.row(step), false, content);
        for (const history::Change& change : step.changes) {
            const std::string now = change.content ? *change.content : "(none)";
            write_text("", "", false, "  " + change.store + " " + change.name + " := " + now);
        }
    }

    void write_violations() {
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
            for (const std::string& violation : trace_.steps[i].violations) {
                const std::size_t colon = std::min(violation.find(": "), violation.size());
                const std::string content = fmt::format(
                    "{} violated at step {}{}",
                    violation.substr(0, colon),
                    i + 1,
                    violation.substr(colon)
                );
                const auto lines = wrapped(content, style_.width > 2 ? style_.width - 2 : 1);
                const std::string sign = painted(style_, Colour::red, style_.ascii ? "X" : "✖");
                for (const std::string& line : lines) {
                    write_line((&line == lines.data() ? sign + " " : "  ") + line);
                }
            }
        }
    }

    const history::Trace& trace_;
    const LanesOptions& options_;
    const TextStyle& style_;
    std::size_t number_columns_;
    std::size_t time_columns_;
    Gutter gutter_;
    bool beside_ = true;  ///< the text stands beside the lanes
    std::size_t text_columns_ = 0;
    std::string text_;
};

}  // namespace

std::string lanes(const history::Trace& trace, const LanesOptions& options) {
    if (trace.steps.empty() || trace.lanes.empty()) return "nothing happened\n";
    return LanesText(trace, options).text();
}

}  // namespace onceproof::reports
