#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/history/trace.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// What pictures of a run are drawn with. All are one column wide everywhere.
struct Glyphs {
    std::string_view lane, quiet, begin, right, left, flat, cross, effect, timeout, fault,
        violation, to;
};
const Glyphs& glyphs_of(const TextStyle& style);

/// The mark and colour of the gravest thing that happened in the step: violation, fault, effect,
/// timeout; otherwise `calm` without a colour.
std::string step_mark(const history::Step& step, const TextStyle& style, std::string_view calm);

/// "198 ms", "400 s", "25 h 6 min": as exact as a reader needs.
std::string quiet_time(Duration duration);

/// Milliseconds with one decimal: "2.5".
std::string milliseconds_text(Instant at);

/// What happened to the step, as words behind its text: no meaning hangs on a glyph or a colour.
std::string words_for(const history::Step& step);

/// "redis lock:pay-1 := w1"; "(none)" for an entry that is gone.
std::string change_text(const history::Change& change);

/// The line with the words of a fault and a violation in colour.
std::string coloured_words(const TextStyle& style, std::string line);

/// The columns in front of the lanes: number, time, and how likely the violation is.
class StepLead {
public:
    /// `probability` is per step, 0 to 1; empty: its column is left out.
    StepLead(
        const history::Trace& trace, const std::vector<double>& probability, const TextStyle& style
    );

    [[nodiscard]] std::size_t columns() const;
    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string of(std::size_t step) const;

private:
    [[nodiscard]] std::string probability_text(std::size_t step) const;

    const history::Trace& trace_;
    const std::vector<double>& probability_;
    const TextStyle& style_;
    std::size_t number_columns_ = 0;
    std::size_t time_columns_ = 0;
};

/// A paragraph for every broken guarantee: "✖ single_effect violated at step 7: …".
std::string violation_lines(const history::Trace& trace, const TextStyle& style);

}  // namespace onceproof::reports
