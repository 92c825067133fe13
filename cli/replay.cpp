#include <cstdio>
#include <optional>
#include <utility>
#include <variant>

#include "cli/commands.hpp"
#include "cli/load_for.hpp"
#include "cli/on_real.hpp"
#include "cli/same_faults.hpp"
#include "harness/campaign.hpp"
#include "harness/decode.hpp"
#include "harness/diagnostic.hpp"
#include "harness/known.hpp"
#include "harness/replayed.hpp"
#include "harness/stage.hpp"
#include "harness/tracer.hpp"
#include "harness/why.hpp"
#include "model/explore/token.hpp"
#include "model/guarantee/guarantee.hpp"
#include "reports/failure_files.hpp"
#include "reports/lanes.hpp"
#include "reports/trace_json.hpp"

namespace onceproof::cli {
namespace {

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

/// What is to be replayed, and where its scenario is.
struct Request {
    std::string token;
    Loaded loaded;
};

/// A file holds the token with the scenario as it was; other scenarios may be named instead.
std::optional<Request> request_of(const ReplayOptions& options, std::string& why) {
    if (!options.token.ends_with(".json")) {
        return Request{options.token, {}};
    }
    const auto text = reports::read_file(options.token);
    const auto read = reports::read_case(text.value_or(""));
    if (!text.has_value() || std::holds_alternative<std::string>(read)) {
        why = options.token + ": " +
              (text.has_value() ? std::get<std::string>(read) : "cannot be read");
        return std::nullopt;
    }
    const auto& failure = std::get<reports::FailureCase>(read);
    if (!options.scenarios.empty()) {
        return Request{failure.token, {}};
    }
    harness::Decoded decoded =
        harness::decode_text(failure.scenario, options.token, harness::known_vocabulary());
    if (!decoded.ok()) {
        why = "the scenario of this failure is none for this version:\n" +
              harness::render(decoded.diagnostics);
        return std::nullopt;
    }
    return Request{failure.token, {std::move(decoded.scenarios), ExitCode::ok}};
}

ExitCode replay_token(const ReplayOptions& options) {
    std::string why;
    std::optional<Request> asked = request_of(options, why);
    if (!asked.has_value()) {
        return refuse(ExitCode::bad_data, why);
    }
    const explore::DecodedToken decoded = explore::decode(asked->token);
    if (!decoded.token.has_value()) {
        return refuse(ExitCode::bad_data, "bad token: " + decoded.error);
    }
    const explore::Token& token = *decoded.token;
    if (token.guarantee < 1 || token.guarantee > guarantee::all.size()) {
        return refuse(
            ExitCode::bad_data, "bad token: it names a guarantee that this version does not know"
        );
    }
    const Loaded loaded = asked->loaded.scenarios.empty() ? load_for(options.scenarios, token)
                                                          : std::move(asked->loaded);
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    const std::optional<harness::Cell> cell =
        harness::cell_of(harness::plan(loaded.scenarios), token);
    if (!cell.has_value()) {
        return refuse(
            ExitCode::bad_data,
            "no scenario here has the cell of this token; name its file: " + program_name() +
                " replay TOKEN --scenarios FILE"
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
    reports::LanesOptions look{
        .style = style_of(options.text), .bug_probability = {}, .layout = options.layout};
    std::string cause;
    if (options.why > 0 && traced.result.violation.has_value()) {
        look.bug_probability = harness::bug_probability(world, traced, options.why);
        cause = harness::cause_text(world, harness::cause_of(world, traced, *cell->scenario));
    }
    const std::string text = harness::head_of(*cell) + "\n" + reports::lanes(traced.trace, look) +
                             harness::outcome_text(traced.result, token) + cause;
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
