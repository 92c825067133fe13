#pragma once

#include <vector>

#include "harness/why.hpp"
#include "model/explore/token.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

/// Asks for the cause of every violation of the cell: each fault must be needed. Returns how many
/// faults there were.
inline std::size_t check_causes(const Cell& cell) {
    std::size_t faults = 0;
    const Stage stage(*cell.scenario, *cell.use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    for (const reports::GuaranteeResult& result : run_cell(cell, {}).guarantees) {
        if (result.token.empty()) continue;
        CAPTURE(cell.scenario->id, cell.use->label(), result.guarantee, result.token);
        const explore::Token token = *explore::decode(result.token).token;
        world.order_by_time(token.case_seed);
        const TracedReplay traced = trace(
            world,
            {.fault_budget = token.fault_budget,
             .deviations = token.deviations,
             .guarantee = token.guarantee}
        );
        const explore::Cause cause = cause_of(world, traced, *cell.scenario);
        CHECK(cause.faults.size() == result.faults);
        CHECK(cause.fewer != explore::Ending::found);
        for (const explore::FaultCause& fault : cause.faults) {
            CHECK(fault.needed());
        }
        faults += cause.faults.size();
    }
    return faults;
}

/// The same for every cell of these files; the strategies of the suite's scenarios are all known.
inline std::size_t check_causes_in(const std::vector<std::string>& files) {
    const std::vector<Scenario> scenarios = scenarios_of(files);
    std::size_t faults = 0;
    for (const Cell& cell : plan(scenarios)) {
        faults += check_causes(cell);
    }
    return faults;
}

}  // namespace onceproof::harness
