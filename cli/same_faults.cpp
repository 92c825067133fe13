#include "cli/same_faults.hpp"

#include <cstdio>

#include "harness/replayed.hpp"
#include "harness/same_faults.hpp"
#include "harness/stage.hpp"
#include "harness/tracer.hpp"
#include "model/base/text.hpp"
#include "model/explore/limits.hpp"
#include "reports/lanes.hpp"

namespace onceproof::cli {
namespace {

ExitCode tell_survival(const harness::SameFaults& same, bool timed) {
    std::string text = "survives: proved with the same faults" +
                       std::string(timed ? " and latencies, " : ", ") +
                       std::to_string(same.states) + (same.states == 1 ? " state" : " states");
    if (!same.idle.empty()) {
        text += "; nothing here can be struck by " + join(same.idle, ", ");
    }
    std::puts(text.c_str());
    return ExitCode::ok;
}

}  // namespace

ExitCode replay_on_other(
    const ReplayOptions& options, const harness::Cell& recorded, const explore::Token& token
) {
    const harness::Scenario& scenario = *recorded.scenario;
    const auto named = harness::find_use(scenario, options.strategy);
    if (const auto* why = std::get_if<std::string>(&named)) {
        return refuse(ExitCode::usage, *why);
    }
    const harness::Cell cell{&scenario, std::get<const harness::StrategyUse*>(named)};
    const harness::Stage stage(scenario, *cell.use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const auto same =
        harness::search_same_faults(world, scenario, *cell.use, token, scenario.states_max);
    if (!same.has_value()) {
        return refuse(ExitCode::bad_data, "the scenario no longer has the faults of this token");
    }
    const std::string faults = same->faults.empty() ? "none" : join(same->faults, ", ");
    std::fputs((harness::head_of(cell) + "same faults: " + faults + "\n\n").c_str(), stdout);
    if (same->smallest.has_value()) {
        const explore::Minimised& minimal = same->smallest->minimal;
        const harness::TracedReplay traced = harness::trace(
            world,
            {.fault_budget = minimal.found.schedule.fault_budget,
             .deviations = minimal.deviations,
             .guarantee = token.guarantee}
        );
        const std::string text =
            reports::lanes(
                traced.trace,
                {.style = style_of(options.text), .bug_probability = {}, .layout = options.layout}
            ) +
            "breaks as well: " + style_of(options.text).replay + same->smallest->token + "\n";
        std::fputs(text.c_str(), stdout);
        return ExitCode::violated;
    }
    if (same->ending == explore::Ending::exhausted) {
        return tell_survival(*same, token.case_seed.has_value());
    }
    std::printf(
        "inconclusive: %s after %llu states\n",
        same->ending == explore::Ending::stopped ? "out of time" : "the limit was reached",
        static_cast<unsigned long long>(same->states)
    );
    return ExitCode::inconclusive;
}

}  // namespace onceproof::cli
