#pragma once

#include <string>

#include "bench/explorer/measure.hpp"

namespace onceproof::litmus {

/// The first line of `--tsv`: the names of the columns.
///
/// `form`, `variant`, `size`, `symmetry` and `threads` say what was measured; `measure` is one of
/// `states`, `transitions`, `states_ratio`, `transitions_per_second`, `bytes_per_state`,
/// `seconds_to_exhaust`, `seconds_to_violation`, `seconds_to_violation_random`,
/// `executions_per_second`; `value` is a number; `runs` is how many it is the median of.
[[nodiscard]] std::string tsv_head();

/// One line per measure that there is, each with its end of line.
[[nodiscard]] std::string tsv_lines(
    const Subject& subject, const Measures& measures, std::size_t runs
);

/// The heading of the table for people, with its end of line.
[[nodiscard]] std::string text_head();

/// One row of it. "-" where there is no measure.
[[nodiscard]] std::string text_line(const Subject& subject, const Measures& measures);

/// True if the states are what they have to be: exactly the protocol's for the litmus form and the
/// hand-written search, at most 2.5 times as many for the world. With symmetry the states alone are
/// known. Also true where nothing is, and for the service, whose cast is another.
[[nodiscard]] bool counts_as_known(const Subject& subject, const Measures& measures);

}  // namespace onceproof::litmus
