#include "harness/counterexample.hpp"

#include <algorithm>

#include "harness/failure.hpp"
#include "harness/stage.hpp"
#include "harness/tracer.hpp"
#include "harness/why.hpp"
#include "model/explore/token.hpp"

namespace onceproof::harness {
namespace {

/// A bound of states, not of time: what is told does not depend on the machine.
constexpr std::uint64_t cause_states_max = 20'000;

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
    }
    return drawn;
}

}  // namespace onceproof::harness
