#pragma once

#include "reports/compare_text.hpp"
#include "tests/reports/example_failures.hpp"

namespace onceproof::reports {

/// The example run before and after: one violation is new, one is fixed, p99 got worse.
struct ExampleComparison {
    RunRecord base = example_failures();
    RunRecord now = example_failures();
    Compared compared;

    ExampleComparison() {
        GuaranteeResult safe = base.cells[4].guarantees[0];
        safe.verdict = Verdict::proved;
        safe.text.clear();
        safe.token.clear();
        base.cells[4].guarantees[0] = safe;
        now.cells[1].guarantees[0].verdict = Verdict::held;
        now.cells[1].guarantees[0].token.clear();
        now.cells[1].guarantees[0].text.clear();
        compared.thresholds = {*parse_threshold("p99<=+10%")};
        const Costs before{{"redis-key/1", {{"p99_ns", {7.9e6, 7.91e6, 7.92e6}}}}};
        const Costs after{{"redis-key/1", {{"p99_ns", {9.6e6, 9.61e6, 9.62e6}}}}};
        compared.costs = cost_deltas(before, after, compared.thresholds);
        compared.verdicts = compare(base, now);
    }
};

}  // namespace onceproof::reports
