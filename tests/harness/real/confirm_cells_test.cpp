#include "harness/real/confirm_cells.hpp"

#include <array>

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

using reports::OnReal;

/// Cells and what their searches found.
struct Found {
    explicit Found(std::vector<Scenario> their_scenarios) : scenarios(std::move(their_scenarios)) {
        for (const Scenario& scenario : scenarios) {
            cells.push_back({&scenario, &scenario.strategies.front()});
            results.push_back(run(scenario));
        }
    }

    std::vector<Scenario> scenarios;
    std::vector<Cell> cells;
    std::vector<reports::CellResult> results;
};

constexpr std::string_view failover =
    "workload.callers = 2\nguarantees.check = [\"single_effect\"]\nsettle.retries = []\n"
    "service.redis = { replica = true }\nfaults.budget = 1\n[[fault]]\nkind = \"redis-failover\"\n";
constexpr std::string_view lost_set =
    "workload.callers = 1\nfaults.budget = 1\n[[fault]]\nkind = \"reply-lost\"\nat = \"kv.set\"\n";

TEST_CASE("confirm_cells: what breaks a lock breaks it on a real Redis", "[real]") {
    Found found(
        {scenario_with("redis-key/published", failover),
         scenario_with("redis-key/published", lost_set),
         scenario_with("redis-key/hardened", lost_set)}
    );
    std::size_t told = 0;
    const reports::RealServers real = confirm_cells(
        found.cells,
        found.results,
        {.should_stop = {},
         .on_progress =
             [&](std::size_t done, std::size_t all) {
                 CHECK(done == told++);
                 CHECK(all >= 2);
             }}
    );
    CHECK(real.trouble.empty());
    REQUIRE(real.versions.size() == 1);
    CHECK(real.versions.front().starts_with("Redis 7."));
    std::size_t confirmed = 0;
    for (const reports::CellResult& cell : found.results) {
        for (const reports::GuaranteeResult& result : cell.guarantees) {
            CAPTURE(cell.strategy, result.guarantee, result.text);
            CHECK(result.on_real.has_value() == !result.token.empty());
            if (result.on_real.has_value()) {
                CHECK(result.on_real->outcome == OnReal::confirmed);
                ++confirmed;
            }
        }
    }
    CHECK(confirmed == told);
    CHECK(confirmed >= 2);
}

TEST_CASE("confirm_cells: whoever is stopped says so and leaves the rest as it is", "[real]") {
    Found found({scenario_with("no-guard", lost_reply)});
    const reports::RealServers real = confirm_cells(
        found.cells, found.results, {.should_stop = [] { return true; }, .on_progress = {}}
    );
    CHECK(real.trouble == "interrupted");
    for (const reports::GuaranteeResult& result : found.results.front().guarantees) {
        CHECK_FALSE(result.on_real.has_value());
    }
}

}  // namespace
}  // namespace onceproof::harness
