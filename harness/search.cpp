#include "harness/search.hpp"

#include <algorithm>
#include <utility>

#include "harness/timed.hpp"
#include "model/base/ensure.hpp"
#include "model/base/random.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/pct.hpp"
#include "model/explore/random.hpp"
#include "model/explore/token.hpp"

namespace onceproof::harness {
namespace {

void add(std::vector<explore::Found>& all, const explore::Found& found) {
    const auto same = [&](const explore::Found& other) {
        return other.violation.guarantee == found.violation.guarantee;
    };
    if (std::ranges::none_of(all, same)) {
        all.push_back(found);
    }
}

void replay_recorded(
    world::World& world, const Scenario& scenario, const SearchRequest& request, Searched& searched
) {
    for (const Regress& entry : scenario.regress) {
        const explore::DecodedToken decoded = explore::decode(entry.token);
        ENSURE(decoded.token.has_value());
        const explore::Token& token = *decoded.token;
        if (token.cell != request.identity.cell) {
            continue;
        }
        world.order_by_time(token.case_seed);
        const explore::ReplayResult result = explore::replay(
            world,
            {.fault_budget = token.fault_budget,
             .deviations = token.deviations,
             .guarantee = token.guarantee},
            {}
        );
        Recorded recorded{&entry, token.guarantee, result.end, ""};
        if (result.end == explore::ReplayEnd::reproduced) {
            recorded.text = result.violation->text;
            add(searched.found, {*result.violation, result.schedule});
            searched.found.back().schedule.case_seed = token.case_seed;
        } else if (result.end == explore::ReplayEnd::diverged) {
            recorded.text = result.divergence.text();
        }
        searched.recorded.push_back(std::move(recorded));
    }
}

/// An explorer counts outcome codes; each `[[fault]]` has one of its own.
std::vector<RuleCount> rule_counts(
    const world::World& world,
    const explore::OutcomeCounts& offered,
    const explore::OutcomeCounts& taken
) {
    std::vector<RuleCount> counts;
    counts.reserve(world.config().faults.size());
    for (std::size_t rule = 0; rule < world.config().faults.size(); ++rule) {
        const std::uint8_t outcome = world.outcome_of(rule);
        counts.push_back({offered[outcome], taken[outcome]});
    }
    return counts;
}

explore::ExhaustiveResult exhaust(
    explore::TransitionSystem& system,
    world::World& world,
    std::size_t fault_budget,
    const SearchRequest& request
) {
    explore::Limits limits = request.limits;
    limits.should_stop = [&] {
        return world.alike().refuted() ||
               (request.limits.should_stop && request.limits.should_stop());
    };
    return explore::exhaustive(
        system,
        {.fault_budget = fault_budget,
         .guarantees = {request.guarantees.begin(), request.guarantees.end()},
         .limits = limits,
         .team = request.team}
    );
}

struct Exhausted {
    explore::ExhaustiveResult result;
    std::vector<FirstBreak> broken;  ///< of a portion
};

/// Which run of a portion breaks a guarantee first depends on the portion. Looks for what breaks it
/// first when everything is searched, which no portion tells.
void find_first_of_all(
    world::World& world, std::size_t budget_max, SearchRequest request, Exhausted& exhausted
) {
    request.limits.progress = nullptr;
    for (explore::Found& found : exhausted.result.violations) {
        const std::uint8_t guarantee = found.violation.guarantee;
        request.guarantees = {&guarantee, 1};
        const explore::ExhaustiveResult whole = exhaust(world, world, budget_max, request);
        if (whole.ending != explore::Ending::found) {
            exhausted.result.ending = whole.ending;  // a limit
            continue;
        }
        found = *std::ranges::find_if(whole.violations, [&](const explore::Found& one) {
            return one.violation.guarantee == guarantee;
        });
        const explore::BudgetCounts& last = whole.budgets.back();
        exhausted.broken.push_back(
            {.guarantee = guarantee,
             .first = last.fault_budget,
             .transitions = last.transitions,
             .states = last.states,
             .faults = rule_counts(world, whole.outcomes, whole.outcomes)}
        );
    }
}

Exhausted exhaust_once(
    world::World& world, std::size_t fault_budget, bool merges, const SearchRequest& request
) {
    world.alike().merge(merges);
    if (request.portion == nullptr) return {exhaust(world, world, fault_budget, request), {}};
    request.portion->forget();
    Exhausted exhausted{exhaust(*request.portion, world, fault_budget, request), {}};
    find_first_of_all(world, fault_budget, request, exhausted);
    return exhausted;
}

void exhaust(
    world::World& world, const Scenario& scenario, const SearchRequest& request, Searched& searched
) {
    Exhausted exhausted = exhaust_once(world, scenario.fault_budget, request.merges, request);
    if (world.alike().refuted()) {
        exhausted = exhaust_once(world, scenario.fault_budget, false, request);
    }
    searched.merged = world.alike().merging();
    // Whoever looks for the smallest run goes by who is who.
    world.alike().merge(false);
    const explore::ExhaustiveResult& explored = exhausted.result;
    for (const explore::BudgetCounts& budget : explored.budgets) {
        searched.states = std::max(searched.states, budget.states);
        searched.transitions += budget.transitions;
    }
    for (const explore::Found& found : explored.violations) {
        add(searched.found, found);
    }
    // It takes every option that it is offered.
    searched.faults = rule_counts(world, explored.outcomes, explored.outcomes);
    searched.budgets = explored.budgets;
    searched.broken = std::move(exhausted.broken);
    searched.ending = explored.ending;
}

/// What walks and timed runs have in common.
void take_over(const explore::SampleResult& sample, const world::World& world, Searched& searched) {
    for (const explore::SampleFound& found : sample.violations) {
        add(searched.found, found.found);
        searched.broken.push_back(
            {.guarantee = found.found.violation.guarantee,
             .first = found.index,
             .transitions = found.transitions,
             .cases = found.cases,
             .faults = rule_counts(world, found.offered, found.outcomes)}
        );
    }
    searched.cases = sample.cases;
    searched.transitions = sample.transitions;
    searched.faults = rule_counts(world, sample.offered, sample.outcomes);
    searched.ending = sample.ending;
}

/// What a sampled case is worth, in words.
std::string bound_text(const explore::PctResult& result, std::size_t depth) {
    const explore::Extent& extent = result.sample.extent;
    return "each case finds a bug of depth " + std::to_string(depth) +
           " that needs no fault with a probability of at least 1 in " +
           std::to_string(result.one_in) + " (in runs of up to " + std::to_string(extent.steps) +
           " steps by " + std::to_string(extent.actors) + " actors)";
}

void walk(
    world::World& world, const Scenario& scenario, const SearchRequest& request, Searched& searched
) {
    const explore::SampleRequest what{
        .seed = case_seed(request.seed, request.identity.cell),
        .first = request.range.first,
        .cases = request.range.cases,
        .fault_budget = scenario.fault_budget,
        .guarantees = {request.guarantees.begin(), request.guarantees.end()},
        .limits = request.limits};
    explore::SampleResult walked;
    if (scenario.mode == Mode::pct) {
        explore::PctResult result = explore::pct(world, what, scenario.depth);
        if (result.one_in > 0) {
            searched.bound = bound_text(result, scenario.depth);
        }
        walked = std::move(result.sample);
    } else {
        walked = explore::random_walks(world, what);
    }
    take_over(walked, world, searched);
    if (request.limits.progress != nullptr) {
        request.limits.progress->share += explore::Progress::whole;
    }
}

void run_timed(
    world::World& world, const Scenario& scenario, const SearchRequest& request, Searched& searched
) {
    const TimedCases timed = run_timed_cases(
        world,
        scenario,
        {.seed = case_seed(request.seed, request.identity.cell),
         .spare = request.spare,
         .use = request.use,
         .range = request.range,
         .limits = request.limits}
    );
    take_over(timed.sample, world, searched);
    searched.slowest_recovery = timed.slowest_recovery;
    if (request.limits.progress != nullptr) {
        request.limits.progress->share += explore::Progress::whole;
    }
}

}  // namespace

Searched search(world::World& world, const Scenario& scenario, const SearchRequest& request) {
    Searched searched;
    replay_recorded(world, scenario, request, searched);
    if (scenario.mode == Mode::exhaustive) {
        world.order_by_time({});
        exhaust(world, scenario, request, searched);
    } else if (scenario.mode == Mode::timed) {
        run_timed(world, scenario, request, searched);
    } else {
        world.order_by_time({});
        walk(world, scenario, request, searched);
    }
    return searched;
}

}  // namespace onceproof::harness
