#include "reports/verdicts.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/claims.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"
#include "reports/matrix.hpp"
#include "reports/on_real.hpp"
#include "reports/rates.hpp"
#include "reports/strategy_verdicts.hpp"
#include "reports/windows.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t matrix_columns = 110;

/// A strategy that the record knows nothing of has its label only.
StrategyFacts facts_of(const RunRecord& record, const std::string& label) {
    const auto facts = std::ranges::find(record.strategies, label, &StrategyFacts::label);
    if (facts != record.strategies.end()) return *facts;
    StrategyFacts unknown;
    unknown.label = label;
    return unknown;
}

std::string head(const RunRecord& record, const std::vector<std::string>& made_by) {
    std::set<std::string> scenarios;
    for (const CellResult& cell : record.cells) {
        scenarios.insert(cell.scenario);
    }
    std::string commands;
    for (const std::string& command : made_by)
        commands += (commands.empty() ? "" : ", ") + code(command);
    std::string text = fmt::format(
        "<!-- Made by the commands below; do not edit. -->\n\n# Verdicts\n\n"
        "Made by {}, then {}: {} against {}, {} of {} cells.\n",
        commands,
        code("onceproof report -o DIR"),
        counted(scenarios.size(), "scenario"),
        counted(grid_of(record).strategies.size(), "strategy form"),
        record.cells.size(),
        record.cells_planned
    );
    if (record.interrupted) text += "\n**The run was interrupted; what follows is incomplete.**\n";
    text +=
        "\n*Proved*: every state was visited up to the scenario's fault budget and the guarantee "
        "held; this says nothing beyond that bound. *Held*: no violation in so many random or "
        "timed cases. "
        "*Violated*: the token replays the smallest history found. *Inconclusive*: a limit was "
        "hit, or a fault that could strike never did. *Does not apply*: none of the scenario's "
        "faults can strike what the strategy calls, or there is nothing to check.\n\n";
    for (const GuaranteeFacts& guarantee : record.guarantees) {
        text += fmt::format(
            "- **{}** {}: {}\n",
            guarantee.letter,
            code(guarantee.name),
            markdown(guarantee.holds_when)
        );
    }
    return text + "\n```text\n" + matrix(record, {.width = matrix_columns}, MatrixRows::scenarios) +
           "```\n";
}

std::string claims(const RunRecord& record) {
    std::string text;
    std::string last;
    for (const ClaimAnswer& answer : claim_answers(record)) {
        const std::string number = answer.number == 0 ? "" : std::to_string(answer.number) + ". ";
        const std::string heading = "\n### " + number + markdown(answer.claim) + "\n";
        // Scenarios of one claim stand under one heading; a wording of its own gets its own.
        if (heading != last) text += heading + "\n";
        last = heading;
        text += fmt::format(
            "- {} ({}): {}\n", markdown(answer.title), code(answer.scenario), answer.answer
        );
    }
    return text.empty() ? text : "\n## Claims\n" + text;
}

std::string windows(const RunRecord& record) {
    const std::string text = window_lines(record);
    return text.empty() ? text
                        : "\n## Residual windows\n\nGaps that no strategy on the service's side "
                          "closes, as far as scenarios show them.\n\n" +
                              text;
}

/// The letters of the guarantees that the cell checks; names where there is none.
std::string checks(const RunRecord& record, const CellResult& cell) {
    std::string text;
    for (const GuaranteeResult& result : cell.guarantees) {
        const auto facts =
            std::ranges::find(record.guarantees, result.guarantee, &GuaranteeFacts::name);
        const bool known = facts != record.guarantees.end();
        text += (text.empty() ? "" : " ") + (known ? facts->letter : markdown(result.guarantee));
    }
    return text;
}

std::string scenarios(const RunRecord& record) {
    std::string text =
        "\n## Scenarios\n\n| scenario | what happens | search | checks |\n|---|---|---|---|\n";
    std::set<std::string> told;
    for (const CellResult& cell : record.cells) {
        if (!told.insert(cell.scenario).second) continue;
        text += fmt::format(
            "| {} | {} | {}, {} | {} |\n",
            code(cell.scenario),
            markdown(cell.title),
            cell.mode,
            fault_bound(cell.fault_budget),
            checks(record, cell)
        );
    }
    return text;
}

}  // namespace

std::string verdicts(const RunRecord& record, const std::vector<std::string>& made_by) {
    std::string text = head(record, made_by) + "\n## Strategies\n";
    for (const std::string& strategy : grid_of(record).strategies) {
        text += "\n" + strategy_verdicts(record, facts_of(record, strategy));
    }
    return text + claims(record) + rate_section(record) + windows(record) + real_section(record) +
           scenarios(record);
}

}  // namespace onceproof::reports
