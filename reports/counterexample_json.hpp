#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// Whether the text of a counterexample's scenario stands in it.
enum class ScenarioText : bool {
    left_out,  ///< a run has it in `failures/`, of the failures that stand for others
    kept       ///< a shard does not know which these are
};

/// One counterexample as one line of counterexamples.ndjson, with its newline. What is as usual is
/// left out: time 0, a step that stays on its lane, the mark "message", empty texts and lists.
std::string counterexample_json(const Counterexample& counterexample, ScenarioText scenario);

/// Counterexamples of a text, and how many of its lines are none.
struct ReadCounterexamples {
    std::vector<Counterexample> all;
    std::size_t unreadable = 0;
};

/// Reads lines of `counterexample_json`.
ReadCounterexamples read_counterexamples(std::string_view lines);

}  // namespace onceproof::reports
