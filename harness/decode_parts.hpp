#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/decode.hpp"
#include "harness/problems.hpp"
#include "harness/scenario.hpp"
#include "harness/sweep.hpp"
#include "harness/tree.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// A merged tree as one scenario per sweep point; nothing but diagnostics if `problems` has some or
/// gets some.
Decoded decode_tree(
    const std::optional<Node>& root,
    const std::string& file,
    const Vocabulary& vocabulary,
    Problems& problems
);

/// What the parts of a scenario are decoded from.
struct Source {
    const Table& root;  ///< merged, with the sweep point's values in it
    const Vocabulary& vocabulary;
    Problems& problems;
};

/// `[strategies] use` with the options of `[strategy."NAME"]` and, on top,
/// `[strategy."NAME/PRESET"]`.
std::vector<StrategyUse> decode_strategies(const Source& source);

/// Says which strategies cannot live with the scenario's messages, consumers and relays.
void check_messages(const Source& source, const Scenario& scenario);

/// What the strategies' own rules forbid, told where the option stands, or the `use` entry where it
/// is the preset's.
void check_rules(const Source& source, const Scenario& scenario);

/// What timed order needs: latencies, and a rate for every fault.
void check_timed(const Source& source, const Scenario& scenario);

/// From the first attempt on a key to the end of the last one, at most.
Duration retry_window(const Workload& workload);

/// `[[fault]]`: kinds, operations and parameters as the vocabulary has them. Without a budget they
/// strike in timed order only.
std::vector<FaultRule> decode_faults(const Source& source, Mode mode);

/// `[guarantees] check`; all of them without it.
std::vector<std::string> decode_guarantees(const Source& source);

/// `[[expect]]`, which may name what `scenario` uses and checks, and what the sweep sweeps.
std::vector<Expectation> decode_expectations(
    const Source& source, const Scenario& scenario, const Sweep& sweep
);

/// What `[scenario]` says of a claim must be about what `scenario` uses and checks.
void check_claim(const Source& source, const Scenario& scenario);

/// `[[regress]]`; what the tokens say is not looked at.
std::vector<Regress> decode_regress(const Source& source);

/// The tables of `[[name]]`; what else stands under the name is a problem.
std::vector<const Node*> tables_of(const Source& source, std::string_view name);

/// Says that a key without default is missing in a table that stands at `place`.
void require(const Table& table, const Place& place, std::string_view key, Problems& problems);

}  // namespace onceproof::harness
