#include "reports/strategy_verdicts.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// The example's redis-key with a window, a smaller case elsewhere, and a scenario out of reach.
RunRecord record_of_redis_key() {
    RunRecord record = example_record();
    record.cells[1].guarantees[0].window = "Z1";
    record.cells[1].guarantees[0].window_text = "nobody can tell";
    CellResult safe =
        cell_of("calm", "redis-key/published", result_of("single_effect", Verdict::proved));
    safe.fault_budget = 0;
    record.cells.push_back(safe);
    record.cells.push_back(cell_of(
        "other-store", "redis-key/published", result_of("single_effect", Verdict::not_applicable)
    ));
    return record;
}

}  // namespace

TEST_CASE("strategy_verdicts: claim, table, first break and residual windows", "[reports]") {
    CHECK(
        strategy_verdicts(record_of_redis_key(), facts_of("redis-key/published")) ==
        R"(### redis-key/published

- **What it is**: about redis-key/published
- **Source**: article X
- **Claim**: it never repeats
- **Known gap**: the window

| guarantee | holds in scenarios | breaks in |
|---|---|---|
| `single_effect` | 1 of 3; proved: no fault in 1 | `lost-reply` (Z1), `lease` |

Run in 4 of 4 scenarios; out of reach of the faults of `other-store`.

**Breaks first**: `single_effect`, with 1 fault in 12 steps. About lost-reply (`lost-reply`): 2 effects for key pay-1.

```sh
onceproof replay op1-AAAAA
```

**Residual windows**:

- Z1: nobody can tell (`single_effect` in `lost-reply`)
)"
    );
}

TEST_CASE("strategy_verdicts: of the scenarios the shorter list is given", "[reports]") {
    RunRecord record;
    const GuaranteeResult proved = result_of("single_effect", Verdict::proved);
    for (const char* scenario : {"s1", "s2", "s3"}) {
        record.cells.push_back(cell_of(scenario, "often", proved));
    }
    record.cells.push_back(cell_of("s4", "once", proved));
    CHECK(
        strategy_verdicts(record, facts_of("often"))
            .find("\nRun in 3 of 4 scenarios, not in `s4`.\n") != std::string::npos
    );
    CHECK(
        strategy_verdicts(record, facts_of("once")).find("\nRun in 1 of 4 scenarios: `s4`.\n") !=
        std::string::npos
    );
}

TEST_CASE("strategy_verdicts: what never broke says so", "[reports]") {
    const std::string text = strategy_verdicts(example_record(), facts_of("dedup-table"));
    CHECK(text.find("**Breaks first**: nothing, within these bounds.\n") != std::string::npos);
    CHECK(
        text.find(
            "| `single_effect` | all 2; proved: up to 1 fault in 1; held: up to 1 fault in 1 |  |"
        ) != std::string::npos
    );
    CHECK(text.find("Residual windows") == std::string::npos);
}

}  // namespace onceproof::reports
