#include "cli/self_test.hpp"

#include <fstream>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/twice.hpp"
#include "harness/campaign.hpp"
#include "harness/decode.hpp"
#include "harness/known.hpp"
#include "impls/backend/temp_folder.hpp"
#include "model/base/text.hpp"
#include "reports/determinism.hpp"

namespace onceproof::cli {
namespace {

constexpr std::string_view scenario_text = R"(onceproof = 1
[scenario]
id    = "self-test"
title = "The reply to an attempt gets lost"
[workload]
callers = 2
effect  = "in-transaction"
[strategies]
use = ["no-guard/baseline", "dedup-table/hardened", "table-lock/hardened"]
[faults]
budget = 1
[[fault]]
kind = "reply-lost"
[guarantees]
check = ["single_effect"]
[settle]
retries = ["0s"]
[[expect]]
strategy = "no-guard"
verdict  = "violated"
)";

std::size_t states_of(const std::vector<reports::CellResult>& cells) {
    std::size_t states = 0;
    for (const reports::CellResult& cell : cells) {
        states += cell.states;
    }
    return states;
}

}  // namespace

SelfTest self_test() {
    const auto folder = backend::TempFolder::create("", "self-test", geteuid(), getegid());
    if (!folder) {
        return {false, "no temporary folder can be made (see TMPDIR)"};
    }
    // For the other process, which reads it by itself.
    const std::string file = folder->path() + "/self-test.toml";
    std::ofstream(file) << scenario_text;
    const harness::Decoded decoded =
        harness::decode_text(std::string(scenario_text), file, harness::known_vocabulary());
    if (!decoded.ok()) {
        return {false, harness::render(decoded.diagnostics)};
    }
    const std::vector<harness::Cell> cells = harness::plan(decoded.scenarios);
    RunOptions options;
    options.scenarios = {file};
    options.check_determinism = 100;
    options.seed = 1;
    const auto check = start_check(options, 1);
    const auto nobody = [](std::size_t, const reports::CellResult&) {
    };
    const auto one = harness::run_cells(
        cells, 1, {.seed = 1, .should_stop = {}, .on_searched = passing_on(check.get())}, nobody
    );
    const reports::Determinism determinism = check->finish();
    const auto two = harness::run_cells(cells, 2, {.seed = 1, .should_stop = {}}, nobody);
    if (!determinism.differences.empty() || !determinism.trouble.empty()) {
        return {false, reports::determinism_line(determinism)};
    }
    if (states_of(one) != states_of(two)) {
        return {
            false,
            fmt::format("{} states with one thread, {} with two", states_of(one), states_of(two))};
    }
    return {
        true,
        fmt::format(
            "{} run once more in another process, event by event the same; {} with one "
            "thread and with two",
            counted(determinism.cases, "case"),
            counted(states_of(one), "state")
        )};
}

}  // namespace onceproof::cli
