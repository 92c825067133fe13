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
void count_faults(
    const world::World& world,
    const explore::OutcomeCounts& offered,
    const explore::OutcomeCounts& taken,
    Searched& searched
) {
    for (std::size_t rule = 0; rule < world.config().faults.size(); ++rule) {
        const std::uint8_t outcome = world.outcome_of(rule);
        searched.faults.push_back({offered[outcome], taken[outcome]});
    }
}

explore::ExhaustiveResult exhaust(
    world::World& world, const Scenario& scenario, const SearchRequest& request
) {
    explore::Limits limits = request.limits;
    limits.should_stop = [&] {
        return world.alike().refuted() ||
               (request.limits.should_stop && request.limits.should_stop());
    };
    return explore::exhaustive(
        world,
        {.fault_budget = scenario.fault_budget,
         .guarantees = {request.guarantees.begin(), request.guarantees.end()},
         .limits = limits,
         .team = request.team}
    );
}

void exhaust(
    world::World& world, const Scenario& scenario, const SearchRequest& request, Searched& searched
) {
    world.alike().merge(request.merges);
    explore::ExhaustiveResult explored = exhaust(world, scenario, request);
    if (world.alike().refuted()) {
        world.alike().merge(false);
        explored = exhaust(world, scenario, request);
    }
    searched.merged = world.alike().merging();
    // Whoever looks for the smallest run goes by who is who.
    world.alike().merge(false);
    for (const explore::BudgetCounts& budget : explored.budgets) {
        searched.states = std::max(searched.states, budget.states);
        searched.transitions += budget.transitions;
    }
    for (const explore::Found& found : explored.violations) {
        add(searched.found, found);
    }
    // It takes every option that it is offered.
    count_faults(world, explored.outcomes, explored.outcomes, searched);
    searched.budgets = explored.budgets;
    searched.ending = explored.ending;
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
        .cases = scenario.cases,
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
    for (const explore::SampleFound& found : walked.violations) {
        add(searched.found, found.found);
    }
    searched.cases = walked.cases;
    searched.transitions = walked.transitions;
    count_faults(world, walked.offered, walked.outcomes, searched);
    searched.ending = walked.ending;
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
         .limits = request.limits}
    );
    const explore::SampleResult& result = timed.sample;
    for (const explore::SampleFound& found : result.violations) {
        add(searched.found, found.found);
        searched.rates.push_back({found.found.violation.guarantee, found.cases});
    }
    searched.cases = result.cases;
    searched.transitions = result.transitions;
    count_faults(world, result.offered, result.outcomes, searched);
    searched.ending = result.ending;
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
