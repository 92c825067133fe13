#include "reports/step_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace onceproof::reports {
namespace {

constexpr std::size_t time_columns_min = 8;
constexpr std::size_t number_columns_min = 3;
constexpr std::size_t probability_columns = 7;

constexpr Glyphs unicode_glyphs{"│", "┊", "●", "▶", "◀", "─", "┼", "◆", "◷", "↯", "✖", "→"};
constexpr Glyphs ascii_glyphs{"|", ":", "o", ">", "<", "-", "+", "*", "t", "!", "X", "->"};

}  // namespace

const Glyphs& glyphs_of(const TextStyle& style) {
    return style.ascii ? ascii_glyphs : unicode_glyphs;
}

std::string step_mark(const history::Step& step, const TextStyle& style, std::string_view calm) {
    const Glyphs& glyph = glyphs_of(style);
    if (!step.violations.empty()) return painted(style, Colour::red, glyph.violation);
    if (!step.fault.empty() || step.mark == history::Mark::fault) {
        return painted(style, Colour::yellow, glyph.fault);
    }
    if (step.mark == history::Mark::effect) return painted(style, Colour::green, glyph.effect);
    return std::string(step.mark == history::Mark::timeout ? glyph.timeout : calm);
}

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

std::string change_text(const history::Change& change) {
    return change.store + " " + change.name + " := " + change.content.value_or("(none)");
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

StepLead::StepLead(
    const history::Trace& trace, const std::vector<double>& probability, const TextStyle& style
)
    : trace_(trace),
      probability_(probability),
      style_(style),
      number_columns_(std::max(number_columns_min, std::to_string(trace.steps.size()).size())),
      time_columns_(time_columns_min) {
    for (const history::Step& step : trace.steps) {
        time_columns_ = std::max(time_columns_, milliseconds_text(step.at).size() + 1);
    }
}

std::size_t StepLead::columns() const {
    return number_columns_ + time_columns_ + (probability_.empty() ? 0 : probability_columns);
}

std::string StepLead::head() const {
    return fmt::format("{:>{}}{:>{}}", "#", number_columns_, "t ms", time_columns_) +
           (probability_.empty() ? "" : " P(bug)");
}

std::string StepLead::of(std::size_t step) const {
    return fmt::format(
        "{:>{}}{:>{}}{}",
        step + 1,
        number_columns_,
        milliseconds_text(trace_.steps[step].at),
        time_columns_,
        probability_text(step)
    );
}

std::string StepLead::probability_text(std::size_t step) const {
    if (step >= probability_.size()) return "";
    static constexpr std::array<std::string_view, 9> bars{
        " ", " ", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static constexpr std::array<std::string_view, 9> ascii_bars{
        " ", ".", ".", ":", ":", "-", "=", "#", "#"};
    const double value = std::clamp(probability_[step], 0.0, 1.0);
    const auto level = static_cast<std::size_t>(std::lround(value * 8));
    return fmt::format(
        " {}{:>4}%", style_.ascii ? ascii_bars.at(level) : bars.at(level), std::lround(value * 100)
    );
}

std::string violation_lines(const history::Trace& trace, const TextStyle& style) {
    std::string text;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        for (const std::string& violation : trace.steps[i].violations) {
            const std::size_t colon = std::min(violation.find(": "), violation.size());
            const std::string content = fmt::format(
                "{} violated at step {}{}",
                violation.substr(0, colon),
                i + 1,
                violation.substr(colon)
            );
            const auto lines = wrapped(content, style.width > 2 ? style.width - 2 : 1);
            const std::string sign = painted(style, Colour::red, glyphs_of(style).violation);
            for (const std::string& line : lines) {
                text += (&line == lines.data() ? sign + " " : "  ") + line + "\n";
            }
        }
    }
    return text;
}

}  // namespace onceproof::reports
