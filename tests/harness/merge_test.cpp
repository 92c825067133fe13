#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "model/base/random.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

// States that differ only in which like caller is which may be one: whatever one of them comes to,
// the other does as well.

namespace onceproof::harness {
namespace {

/// Every cell of the suite. They point into `scenarios`.
std::vector<Cell> cells_of(std::vector<Scenario>& scenarios) {
    scenarios = scenarios_of();
    return plan(scenarios);
}

/// What a search of all of a cell came to.
struct Space {
    std::uint64_t states = 0;                       ///< of the largest budget
    std::map<std::uint8_t, std::size_t> breaks_at;  ///< by broken guarantee: the faults it takes
};

/// Empty: more states than that, or merging was refuted.
std::optional<Space> space_of(const Cell& cell, bool merges, std::uint64_t states_max) {
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
Merged compare_merged(std::uint64_t states_max) {
    Merged sum;
    std::vector<Scenario> scenarios;
    for (const Cell& cell : cells_of(scenarios)) {
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

/// Two worlds of one cell, the second with its callers in each other's places.
class Mirrored {
public:
    Mirrored(const world::Config& config, std::size_t exchange)
        : here_(config, world::RestoreBy::snapshot),
          there_(config, world::RestoreBy::snapshot),
          exchange_(here_.alike().exchanges()[exchange]) {
        here_.alike().merge(true);
        there_.alike().merge(true);
    }

    /// A run of the one and its image in the other: step by step the same options, the same
    /// fingerprint, the same guarantees broken. Returns the steps.
    std::size_t walk(std::size_t fault_budget, std::uint64_t seed) {
        constexpr std::size_t steps_max = 300;
        Random random(seed);
        here_.reset(fault_budget);
        there_.reset(fault_budget);
        REQUIRE(here_.fingerprint() == there_.fingerprint());
        std::size_t steps = 0;
        for (; steps < steps_max && !here_.enabled().empty(); ++steps) {
            const std::size_t count = here_.enabled().size();
            REQUIRE(there_.enabled().size() == count);
            const std::size_t index = random.below(count);
            CAPTURE(seed, steps, here_.describe(here_.enabled()[index]));
            const std::size_t image = image_of(here_.enabled()[index]);
            REQUIRE(image < count);
            here_.take(index);
            there_.take(image);
            REQUIRE(here_.fingerprint() == there_.fingerprint());
            REQUIRE(broken(here_) == broken(there_));
        }
        CHECK_FALSE(here_.alike().refuted());
        return steps;
    }

private:
    std::size_t image_of(explore::Option option) const {
        option.actor = exchange_.places[option.actor];
        const auto options = there_.enabled();
        const auto image = std::ranges::find(options, option);
        return static_cast<std::size_t>(image - options.begin());
    }

    static std::vector<std::uint8_t> broken(const world::World& world) {
        std::vector<std::uint8_t> guarantees;
        for (const explore::Violation& violation : world.violations()) {
            guarantees.push_back(violation.guarantee);
        }
        return guarantees;
    }

    world::World here_;
    world::World there_;
    const world::Exchange exchange_;
};

}  // namespace

TEST_CASE("merging: runs of callers in each other's places go the same way", "[harness]") {
    constexpr std::uint64_t walks = 20;
    std::size_t cells = 0;
    std::size_t steps = 0;
    std::vector<Scenario> scenarios;
    for (const Cell& cell : cells_of(scenarios)) {
        const Stage stage(*cell.scenario, *cell.use);
        const world::Alike alike(stage.config(), world::Cast(stage.config()));
        CAPTURE(cell.scenario->id, cell.use->label(), cell.scenario->point);
        for (std::size_t exchange = 1; exchange < alike.exchanges().size(); ++exchange) {
            Mirrored worlds(stage.config(), exchange);
            for (std::uint64_t seed = 0; seed < walks; ++seed) {
                steps += worlds.walk(cell.scenario->fault_budget, seed);
            }
            ++cells;
        }
    }
    CHECK(cells > 90);
    CHECK(steps > 40'000);
}

TEST_CASE("merging: no cell of the suite comes to another verdict by it", "[harness]") {
    const Merged sum = compare_merged(100'000);
    CAPTURE(sum.apart, sum.merged);
    CHECK(sum.cells > 90);
    // Two callers are nearly always in different states.
    CHECK(sum.merged * 5 < sum.apart * 3);
}

}  // namespace onceproof::harness
