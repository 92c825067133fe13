#include "onceproof/check.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/campaign.hpp"
#include "harness/counterexample.hpp"
#include "harness/decode_for.hpp"
#include "harness/known.hpp"
#include "harness/replayed.hpp"
#include "harness/stage.hpp"
#include "harness/tracer.hpp"
#include "impls/strategy/catalog.hpp"
#include "impls/strategy/entered.hpp"
#include "model/base/text.hpp"
#include "model/guarantee/guarantee.hpp"
#include "reports/lanes.hpp"
#include "reports/regress.hpp"
#include "reports/violations.hpp"

namespace onceproof {
namespace {

constexpr const char* replay_variable = "ONCEPROOF_REPLAY";

/// Test frameworks break lines of more than 80 columns, Catch2 inside of characters too.
reports::TextStyle style() {
    return {.width = 76, .ascii = true, .replay = std::string(replay_variable) + "="};
}

bool is_met(const reports::CellResult& cell) {
    const auto guarantee_is_met = [](const reports::GuaranteeResult& result) {
        return result.expected && result.verdict != reports::Verdict::inconclusive;
    };
    return cell.error.empty() && std::ranges::all_of(cell.guarantees, guarantee_is_met) &&
           std::ranges::all_of(cell.regress, &reports::RegressResult::expected);
}

std::string pictures(const reports::RunRecord& record, const std::vector<harness::Cell>& cells) {
    std::string text;
    for (const reports::DistinctViolation& violation : reports::distinct_violations(record)) {
        if (violation.expected) continue;
        const auto index = static_cast<std::size_t>(violation.cell - record.cells.data());
        const auto drawn = harness::counterexample(cells[index], violation.result->token, 0);
        if (!drawn.has_value()) continue;
        text += "\n" + harness::head_of(cells[index]) + "\n" +
                reports::lanes(drawn->trace, {.style = style(), .bug_probability = {}});
    }
    return text;
}

Checked search(const std::vector<harness::Cell>& cells) {
    reports::RunRecord record;
    record.cells = harness::run_cells(
        cells,
        std::max(1U, std::thread::hardware_concurrency()),
        {.should_stop = {}},
        [](std::size_t, const reports::CellResult&) {}
    );
    Checked checked{.ok = std::ranges::all_of(record.cells, is_met)};
    if (checked.ok) {
        checked.text = counted(cells.size(), "cell") + " searched, as expected";
        return checked;
    }
    checked.text = "\n" + reports::regress_blocks(record, style(), false) +
                   reports::violation_blocks(record, style(), false) + pictures(record, cells);
    return checked;
}

/// Runs the one case of the token, if one of the cells has it.
Checked replay(const std::vector<harness::Cell>& cells, const char* text) {
    const explore::DecodedToken decoded = explore::decode(text);
    if (!decoded.token.has_value()) {
        return {false, std::string(replay_variable) + ": bad token: " + decoded.error};
    }
    const explore::Token& token = *decoded.token;
    const auto cell = harness::cell_of(cells, token);
    if (!cell.has_value() || token.guarantee < 1 || token.guarantee > guarantee::all.size()) {
        return {true, std::string("not run: ") + replay_variable + " is of another check"};
    }
    const harness::Stage stage(*cell->scenario, *cell->use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    world.order_by_time(token.case_seed);
    const harness::TracedReplay traced = harness::trace(
        world,
        {.fault_budget = token.fault_budget,
         .deviations = token.deviations,
         .guarantee = token.guarantee}
    );
    const bool fixed = traced.result.end == explore::ReplayEnd::not_reproduced ||
                       traced.result.end == explore::ReplayEnd::too_long;
    return {
        fixed,
        "\n" + harness::head_of(*cell) + "\n" +
            reports::lanes(traced.trace, {.style = style(), .bug_probability = {}}) +
            harness::outcome_text(traced.result, token)};
}

}  // namespace

Checked check(const std::string& strategy, const std::string& scenario) {
    const std::vector<std::string> problems = strategy::problems_of(strategy::catalog());
    if (!problems.empty()) {
        return {false, join(problems, "\n")};
    }
    const harness::Decoded decoded =
        harness::decode_for(scenario, strategy, harness::known_vocabulary());
    if (!decoded.ok()) {
        return {false, harness::render(decoded.diagnostics)};
    }
    const std::vector<harness::Cell> cells = harness::plan(decoded.scenarios);
    const char* token = std::getenv(replay_variable);
    return token != nullptr && *token != '\0' ? replay(cells, token) : search(cells);
}

}  // namespace onceproof
