#pragma once

#include <map>
#include <optional>
#include <vector>

#include "model/base/random.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

/// Every cell of these files. They point into `scenarios`.
inline std::vector<Cell> cells_of(
    const std::vector<std::string>& files, std::vector<Scenario>& scenarios
) {
    const Found found = find_scenarios(files);
    Decoded decoded = decode_files(found.files, known_vocabulary());
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.ok());
    scenarios = std::move(decoded.scenarios);
    return plan(scenarios);
}

/// What a search of all of a cell came to.
struct Space {
    std::uint64_t states = 0;                       ///< of the largest budget
    std::map<std::uint8_t, std::size_t> breaks_at;  ///< by broken guarantee: the faults it takes
};

/// Empty: more states than that, or merging was refuted.
inline std::optional<Space> space_of(const Cell& cell, bool merges, std::uint64_t states_max) {
    const Stage stage(*cell.scenario, *cell.use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    world.alike().merge(merges);
    explore::ExhaustiveRequest request{.fault_budget = cell.scenario->fault_budget};
    request.limits.states_max = states_max;
    const explore::ExhaustiveResult result = explore::exhaustive(world, request);
    if (result.ending != explore::Ending::exhausted || world.alike().refuted()) {
        return std::nullopt;
    }
    Space space;
    for (const explore::Found& found : result.violations) {
        space.breaks_at[found.violation.guarantee] = found.schedule.fault_budget;
    }
    space.states = result.budgets.back().states;
    return space;
}

/// What merging left of some cells.
struct Merged {
    std::size_t cells = 0;
    std::uint64_t apart = 0;   ///< states without it
    std::uint64_t merged = 0;  ///< with it
};

/// Compares every cell with like callers that is searched within so many states: the same
/// guarantees break with as many faults, and there are no more states.
inline Merged compare_merged(const std::vector<std::string>& files, std::uint64_t states_max) {
    Merged sum;
    std::vector<Scenario> scenarios;
    for (const Cell& cell : cells_of(files, scenarios)) {
        const Stage stage(*cell.scenario, *cell.use);
        if (!world::Alike(stage.config(), world::Cast(stage.config())).possible()) {
            continue;
        }
        CAPTURE(cell.scenario->id, cell.use->label(), cell.scenario->point);
        const std::optional<Space> apart = space_of(cell, false, states_max);
        if (!apart.has_value()) {
            continue;
        }
        const std::optional<Space> merged = space_of(cell, true, states_max);
        REQUIRE(merged.has_value());
        CHECK(merged->breaks_at == apart->breaks_at);
        CHECK(merged->states <= apart->states);
        ++sum.cells;
        sum.apart += apart->states;
        sum.merged += merged->states;
    }
    return sum;
}

}  // namespace onceproof::harness
