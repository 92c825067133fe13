#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// One counterexample as one line of counterexamples.ndjson, with its newline. What is as usual is
/// left out: time 0, a step that stays on its lane, the mark "message", empty texts and lists.
std::string counterexample_json(const Counterexample& counterexample);

/// Counterexamples of a text, and how many of its lines are none.
struct ReadCounterexamples {
    std::vector<Counterexample> all;
    std::size_t unreadable = 0;
};

/// Reads lines of `counterexample_json`.
ReadCounterexamples read_counterexamples(std::string_view lines);

}  // namespace onceproof::reports
