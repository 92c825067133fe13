#include "reports/choosing.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

constexpr std::string_view costs =
    "## PostgreSQL, 1 thread\n\n| strategy | load | requests/s | p99 | trips |\n"
    "|---|---|--:|--:|--:|\n| safe | 0 % | 1 | 2 | 3 |\n\n"
    "## PostgreSQL, 16 threads\n\n| strategy | load | requests/s | p99 | trips |\n"
    "|---|---|--:|--:|--:|\n| safe | 0 % | 4,000 | 0.50 | 6 |\n| gap | 0 % | no figures | | |\n\n"
    "## MariaDB, 1 thread\n\n| strategy | load | requests/s | p99 | trips |\n"
    "|---|---|--:|--:|--:|\n| safe | 0 % | 7 | 8 | 9 |\n";

/// Three strategies under a crash and a Redis that fails over: one is safe, one breaks by a gap in
/// the crash, one breaks in the fail-over.
RunRecord record() {
    RunRecord record;
    record.strategies = {facts_of("safe"), facts_of("gap"), facts_of("broken")};
    record.guarantees = {{"single_effect", "E", "at most one effect"}};
    for (const char* strategy : {"safe", "gap", "broken"}) {
        const bool safe = strategy == std::string("safe");
        GuaranteeResult result =
            result_of("single_effect", safe ? Verdict::proved : Verdict::violated);
        result.faults = 1;
        result.token = std::string("op1-") + strategy;
        if (strategy == std::string("gap")) {
            result.window = "Z1";
            result.window_text = "a gap";
        }
        CellResult cell = cell_of("one", strategy, result);
        cell.faults = {{"crash-after", "any", 3, 2}, {"redis-failover", "any", 3, 2}};
        record.cells.push_back(cell);
    }
    const auto counterexample = [](const std::string& token, const std::string& fault) {
        Counterexample each;
        each.token = token;
        each.trace.steps.resize(2);
        each.trace.steps[1].fault = fault;
        return each;
    };
    record.counterexamples = {
        counterexample("op1-gap", "crash-after"),
        counterexample("op1-broken", "redis-failover of 1 write")};
    return record;
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("choosing: a counterexample counts for the faults that are in it", "[reports]") {
    const std::string text = choosing(record(), costs);
    CHECK(holds(text, "| safe | ■ 1 |  | ■ 1 |  |  | ■ 1 |  |  |\n"));
    CHECK(holds(text, "| gap |  |  | Z1 |  |  |  |  |  |\n"));
    CHECK(holds(text, "| broken |  |  |  |  |  | ✖ E |  |  |\n"));
    CHECK(holds(text, "comes back): safe. But for a gap: gap (Z1).\n"));
    CHECK(holds(text, "- **Z1**: a gap.\n"));
}

TEST_CASE("choosing: one that is not known counts for all that could strike", "[reports]") {
    RunRecord without = record();
    without.counterexamples.clear();
    CHECK(holds(choosing(without, costs), "| broken |  |  | ✖ E |  |  | ✖ E |  |  |\n"));
}

TEST_CASE("choosing: what breaks without a fault survives nothing", "[reports]") {
    RunRecord other = record();
    CellResult cell = other.cells[0];
    cell.guarantees[0].verdict = Verdict::violated;
    cell.guarantees[0].faults = 0;
    other.cells.push_back(cell);
    const std::string text = choosing(other, costs);
    CHECK(holds(text, "| safe | ✖ E |  |  |  |  |  |  |  |\n"));
    CHECK(holds(text, "comes back): none. But for a gap: gap (Z1).\n"));
}

TEST_CASE("choosing: costs are those of the first database with most threads", "[reports]") {
    const std::string text = choosing(record(), costs);
    CHECK(holds(text, "PostgreSQL, 16 threads, calls that repeat nothing"));
    CHECK(holds(text, "| safe | 0.50 | 4,000 | 6 |  |  |\n"));
    CHECK(holds(text, "| gap | no figures |  |  |  | Z1 |\n"));
    CHECK(choosing(record(), "nothing").empty());
}

}  // namespace onceproof::reports
