#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/campaign.hpp"
#include "harness/cell.hpp"
#include "harness/decode.hpp"
#include "harness/known.hpp"
#include "harness/scenario.hpp"
#include "harness/stage.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {

/// A scenario over the product's own catalogs: one caller unless `more` says so, with one strategy.
inline Scenario scenario_with(std::string_view strategy, std::string_view more) {
    const std::string text =
        "onceproof = 1\nscenario.id = \"s\"\nscenario.title = \"t\"\n"
        "strategies.use = [\"" +
        std::string(strategy) + "\"]\n" + std::string(more);
    const Decoded decoded = decode_text(text, "s.toml", known_vocabulary());
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 1);
    return decoded.scenarios.front();
}

/// All scenarios of these files; by default the suite's.
inline std::vector<Scenario> scenarios_of(const std::vector<std::string>& files = {"scenarios"}) {
    Decoded decoded = decode_files(find_scenarios(files).files, known_vocabulary());
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.ok());
    return std::move(decoded.scenarios);
}

/// One caller; the reply to its call may get lost once.
inline constexpr std::string_view lost_reply =
    "workload.callers = 1\nfaults.budget = 1\n[[fault]]\nkind = \"reply-lost\"\nat = "
    "\"call.reply\"\n";

/// The same without quiet retries, and with one guarantee to check.
inline std::string lost_reply_only(std::string_view guarantee) {
    return "settle.retries = []\nguarantees.check = [\"" + std::string(guarantee) + "\"]\n" +
           std::string(lost_reply);
}

/// What a file says to search by priorities.
inline constexpr std::string_view by_priorities =
    "explore.mode = \"pct\"\nexplore.cases = 200\nexplore.depth = 2\n";

inline reports::CellResult run(const Scenario& scenario, const SearchOptions& options = {}) {
    return run_cell({&scenario, &scenario.strategies.front()}, options);
}

inline const reports::GuaranteeResult& result_of(
    const reports::CellResult& cell, std::string_view guarantee
) {
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        if (result.guarantee == guarantee) {
            return result;
        }
    }
    FAIL("no result for " << guarantee);
    return cell.guarantees.front();
}

/// All that two runs of one cell must agree on, in one text.
inline std::string essence_of(const reports::CellResult& cell) {
    std::string text = cell.scenario + " " + cell.strategy + " " + std::to_string(cell.states) +
                       " " + std::to_string(cell.transitions) + " " + std::to_string(cell.cases) +
                       " " + cell.note + " " + cell.error;
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        text += "\n" + result.guarantee + " " + std::string(reports::word_of(result.verdict)) +
                " " + result.text + " " + result.token;
    }
    return text;
}

}  // namespace onceproof::harness
