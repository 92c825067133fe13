#include <cstdio>
#include <optional>

#include "cli/commands.hpp"
#include "cli/load.hpp"
#include "cli/on_real.hpp"
#include "cli/same_faults.hpp"
#include "harness/campaign.hpp"
#include "harness/stage.hpp"
#include "harness/tracer.hpp"
#include "harness/why.hpp"
#include "model/explore/token.hpp"
#include "model/guarantee/guarantee.hpp"
#include "reports/lanes.hpp"
#include "reports/trace_json.hpp"

namespace onceproof::cli {
namespace {

std::optional<harness::Cell> find_cell(
    const std::vector<harness::Scenario>& scenarios, const explore::Token& token
) {
    for (const harness::Cell& cell : harness::plan(scenarios)) {
        if (harness::identity_of(*cell.scenario, *cell.use).cell == token.cell) {
            return cell;
        }
    }
    return std::nullopt;
}

/// The last line: what became of the recorded violation.
std::string outcome(const explore::ReplayResult& result, const explore::Token& token) {
    const std::string guarantee(guarantee::all[token.guarantee - 1U].name);
    switch (result.end) {
        using enum explore::ReplayEnd;
        case reproduced:
            return "still fails  " + guarantee + " breaks as recorded\n";
        case not_reproduced:
            return "fixed  the run is as recorded, and " + guarantee + " holds\n";
        case too_long:
            return "fixed  " + guarantee + " holds, but the run does not end\n";
        case diverged:
            break;
    }
    return result.divergence.text() + "\n";
}

ExitCode exit_code_of(explore::ReplayEnd end) {
    switch (end) {
        case explore::ReplayEnd::reproduced:
            return ExitCode::violated;
        case explore::ReplayEnd::diverged:
            return ExitCode::not_deterministic;
        default:
            return ExitCode::ok;
    }
}

ExitCode replay_token(const ReplayOptions& options) {
    const explore::DecodedToken decoded = explore::decode(options.token);
    if (!decoded.token.has_value()) {
        return refuse(ExitCode::bad_data, "bad token: " + decoded.error);
    }
    const explore::Token& token = *decoded.token;
    if (token.guarantee < 1 || token.guarantee > guarantee::all.size()) {
        return refuse(
            ExitCode::bad_data, "bad token: it names a guarantee that this version does not know"
        );
    }
    const Loaded loaded = load(options.scenarios);
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    const std::optional<harness::Cell> cell = find_cell(loaded.scenarios, token);
    if (!cell.has_value()) {
        return refuse(
            ExitCode::bad_data,
            "no scenario here has the cell of this token; name its file: "
            "onceproof replay TOKEN --scenarios FILE"
        );
    }
    if (harness::identity_of(*cell->scenario, *cell->use).content != token.content) {
        std::fprintf(
            stderr,
            "onceproof: %s has changed since the token was made; replaying what it says now\n",
            cell->scenario->file.c_str()
        );
    }
    if (!options.strategy.empty()) {
        return replay_on_other(options, *cell, token);
    }
    const harness::Stage stage(*cell->scenario, *cell->use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    world.order_by_time(token.case_seed);
    const explore::ReplayRequest request{
        .fault_budget = token.fault_budget,
        .deviations = token.deviations,
        .guarantee = token.guarantee};
    const harness::TracedReplay traced = harness::trace(world, request);
    if (options.json) {
        std::fputs(reports::trace_json(traced.trace).c_str(), stdout);
        return exit_code_of(traced.result.end);
    }
    reports::LanesOptions look{.style = style_of(options.text), .bug_probability = {}};
    std::string cause;
    if (options.why > 0 && traced.result.violation.has_value()) {
        look.bug_probability = harness::bug_probability(world, traced, options.why);
        cause = harness::cause_text(world, harness::cause_of(world, traced, *cell->scenario));
    }
    const std::string text = head_of(*cell) + "\n" + reports::lanes(traced.trace, look) +
                             outcome(traced.result, token) + cause;
    std::fputs(text.c_str(), stdout);
    const ExitCode code = exit_code_of(traced.result.end);
    return options.on == "real" ? play_on_real(world, stage.config(), request, code) : code;
}

}  // namespace

ExitCode replay(const ReplayOptions& options) {
    const ExitCode code = replay_token(options);
    const bool decided = code == ExitCode::ok || code == ExitCode::violated;
    return options.bisect && !decided ? ExitCode::skip : code;
}

}  // namespace onceproof::cli
