#include "harness/counterexample.hpp"

#include <algorithm>
#include <vector>

#include "harness/failure.hpp"
#include "harness/same_faults.hpp"
#include "harness/stage.hpp"
#include "harness/tracer.hpp"
#include "harness/why.hpp"
#include "model/base/text.hpp"
#include "model/explore/token.hpp"

namespace onceproof::harness {
namespace {

/// Bounds of states, not of time: what is told does not depend on the machine.
constexpr std::uint64_t cause_states_max = 20'000;
constexpr std::uint64_t others_states_max = 5'000;

reports::SameFaults told(
    const Scenario& scenario, const StrategyUse& use, const explore::Token& of
) {
    const Stage stage(scenario, use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    reports::SameFaults result{.strategy = use.label()};
    const auto same = search_same_faults(world, scenario, use, of, others_states_max);
    if (!same.has_value()) return result;
    result.states = same->states;
    result.idle = join(same->idle, ", ");
    if (same->smallest.has_value()) {
        const explore::Minimised& minimal = same->smallest->minimal;
        result.verdict = reports::Verdict::violated;
        result.token = same->smallest->token;
        result.trace = trace(
                           world,
                           {.fault_budget = minimal.found.schedule.fault_budget,
                            .deviations = minimal.deviations,
                            .guarantee = of.guarantee}
        )
                           .trace;
    } else if (same->ending == explore::Ending::exhausted) {
        result.verdict = reports::Verdict::proved;
    }
    return result;
}

/// A strategy that the scenario uses more than once, with other options, is told once.
std::vector<reports::SameFaults> of_others(const Cell& cell, const explore::Token& token) {
    std::vector<reports::SameFaults> all;
    for (const StrategyUse& use : cell.scenario->strategies) {
        if (use.label() == cell.use->label()) continue;
        if (std::ranges::find(all, use.label(), &reports::SameFaults::strategy) != all.end())
            continue;
        try {
            all.push_back(told(*cell.scenario, use, token));
        } catch (const fake::UnsupportedSql&) {
            // Its own cell says so.
        }
    }
    return all;
}

}  // namespace

std::optional<reports::Counterexample> counterexample(
    const Cell& cell, const std::string& token, std::uint64_t continuations
) {
    const explore::DecodedToken decoded = explore::decode(token);
    if (!decoded.token.has_value()) return std::nullopt;
    const Stage stage(*cell.scenario, *cell.use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    world.order_by_time(decoded.token->case_seed);
    TracedReplay traced = trace(
        world,
        {.fault_budget = decoded.token->fault_budget,
         .deviations = decoded.token->deviations,
         .guarantee = decoded.token->guarantee}
    );
    if (traced.result.end != explore::ReplayEnd::reproduced) return std::nullopt;
    reports::Counterexample drawn{
        .token = token, .trace = std::move(traced.trace), .scenario = alone(*cell.scenario)};
    if (continuations > 0) {
        drawn.bug_probability = bug_probability(world, traced, continuations);
        Scenario bounded = *cell.scenario;
        bounded.states_max = std::min(bounded.states_max, cause_states_max);
        drawn.cause = cause_text(world, cause_of(world, traced, bounded));
        drawn.same_faults = of_others(cell, *decoded.token);
    }
    return drawn;
}

}  // namespace onceproof::harness
