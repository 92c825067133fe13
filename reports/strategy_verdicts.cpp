#include "reports/strategy_verdicts.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "reports/grid.hpp"
#include "reports/markdown.hpp"

namespace onceproof::reports {
namespace {

/// One guarantee in one scenario, over all its sweep points.
struct Tally {
    std::string scenario;
    std::size_t fault_budget = 0;
    std::size_t points = 0;
    std::size_t proved = 0;
    std::size_t held = 0;
    std::size_t violated = 0;
    std::size_t inconclusive = 0;
    std::string window;  ///< of its violations
};

void count(const CellResult& cell, const GuaranteeResult& result, std::vector<Tally>& tallies) {
    auto tally = std::ranges::find(tallies, cell.scenario, &Tally::scenario);
    if (tally == tallies.end()) {
        Tally fresh;
        fresh.scenario = cell.scenario;
        fresh.fault_budget = cell.fault_budget;
        tally = tallies.insert(tally, std::move(fresh));
    }
    ++tally->points;
    tally->proved += result.verdict == Verdict::proved ? 1 : 0;
    tally->held += result.verdict == Verdict::held ? 1 : 0;
    tally->violated += result.verdict == Verdict::violated ? 1 : 0;
    tally->inconclusive += result.verdict == Verdict::inconclusive ? 1 : 0;
    if (tally->window.empty()) tally->window = result.window;
}

/// "crash-anywhere", "crash-anywhere (2 of 3 points)".
std::string share(const Tally& tally, std::size_t points, const std::string& window = "") {
    std::string more =
        points == tally.points ? "" : fmt::format("{} of {} points", points, tally.points);
    if (!window.empty()) more += (more.empty() ? "" : ", ") + window;
    return code(tally.scenario) + (more.empty() ? "" : " (" + more + ")");
}

void add(std::string& list, std::string_view separator, const std::string& item) {
    list += (list.empty() ? "" : std::string(separator)) + item;
}

/// Where the guarantee holds, by verdict and bound: "proved with up to 1 fault: a, b".
std::string holds(const std::vector<Tally>& tallies) {
    std::map<std::tuple<bool, std::size_t>, std::string> groups;
    for (const Tally& tally : tallies) {
        if (tally.proved > 0)
            add(groups[{false, tally.fault_budget}], ", ", share(tally, tally.proved));
        if (tally.held > 0) add(groups[{true, tally.fault_budget}], ", ", share(tally, tally.held));
    }
    std::string text;
    for (const auto& [group, list] : groups) {
        const auto& [random, budget] = group;
        add(text,
            "; ",
            fmt::format("{}, {}: {}", random ? "held" : "proved", counted(budget, "fault"), list));
    }
    return text;
}

std::string breaks(const std::vector<Tally>& tallies) {
    std::string text;
    for (const Tally& tally : tallies) {
        if (tally.violated > 0) add(text, ", ", share(tally, tally.violated, tally.window));
    }
    for (const Tally& tally : tallies) {
        if (tally.inconclusive > 0)
            add(text, ", ", share(tally, tally.inconclusive, "inconclusive"));
    }
    return text;
}

/// What the section says of one strategy's cells.
class Section {
public:
    Section(const RunRecord& record, const std::string& label) : record_(record) {
        for (const CellResult& cell : record.cells) {
            if (cell.strategy == label) cells_.push_back(&cell);
        }
    }

    [[nodiscard]] std::string table() const {
        std::string text = "| guarantee | holds | breaks |\n|---|---|---|\n";
        for (const std::string& guarantee : guarantees()) {
            std::vector<Tally> tallies;
            for_each([&](const CellResult& cell, const GuaranteeResult& result) {
                const bool applies = result.verdict != Verdict::not_applicable;
                if (result.guarantee == guarantee && applies) count(cell, result, tallies);
            });
            if (tallies.empty()) continue;
            text +=
                fmt::format("| {} | {} | {} |\n", code(guarantee), holds(tallies), breaks(tallies));
        }
        return text;
    }

    /// The violation with the fewest faults, then the fewest steps.
    [[nodiscard]] std::string breaks_first() const {
        const CellResult* where = nullptr;
        const GuaranteeResult* what = nullptr;
        for_each([&](const CellResult& cell, const GuaranteeResult& result) {
            if (result.verdict != Verdict::violated) return;
            if (what == nullptr ||
                std::tie(result.faults, result.steps) < std::tie(what->faults, what->steps)) {
                where = &cell;
                what = &result;
            }
        });
        if (what == nullptr) return "nothing, within these bounds.\n";
        const std::string point = point_text(where->point);
        return fmt::format(
            "{}, with {} in {}. {} ({}{}): {}.\n\n```sh\nonceproof replay {}\n```\n",
            code(what->guarantee),
            counted(what->faults, "fault"),
            counted(what->steps, "step"),
            markdown(where->title),
            code(where->scenario),
            point.empty() ? "" : ", " + code(point),
            markdown(what->text),
            what->token
        );
    }

    /// One line per gap that its expected violations name.
    [[nodiscard]] std::string windows() const {
        std::map<std::string, std::string> lists;
        std::map<std::string, std::string> sentences;
        for_each([&](const CellResult& cell, const GuaranteeResult& result) {
            if (result.window.empty() || result.verdict != Verdict::violated) return;
            const std::string where = code(result.guarantee) + " in " + code(cell.scenario);
            sentences[result.window] = result.window_text;
            std::string& list = lists[result.window];
            if (list.find(where) == std::string::npos) add(list, ", ", where);
        });
        std::string text;
        for (const auto& [window, list] : lists) {
            text += fmt::format("- {}: {} ({})\n", window, markdown(sentences[window]), list);
        }
        return text;
    }

    /// Scenarios whose faults cannot strike it at any point.
    [[nodiscard]] std::string untouched() const {
        std::map<std::string, bool> applies;
        std::vector<std::string> order;
        for (const CellResult* cell : cells_) {
            const auto [entry, is_new] = applies.emplace(cell->scenario, false);
            if (is_new) order.push_back(cell->scenario);
            entry->second |= cell->verdict() != Verdict::not_applicable;
        }
        std::string text;
        for (const std::string& scenario : order) {
            if (!applies[scenario]) add(text, ", ", code(scenario));
        }
        return text;
    }

private:
    template <class Visit>
    void for_each(Visit visit) const {
        for (const CellResult* cell : cells_) {
            for (const GuaranteeResult& result : cell->guarantees) {
                visit(*cell, result);
            }
        }
    }

    /// The record's order, then what it does not know.
    [[nodiscard]] std::vector<std::string> guarantees() const {
        std::vector<std::string> names;
        for (const GuaranteeFacts& guarantee : record_.guarantees) {
            names.push_back(guarantee.name);
        }
        for_each([&](const CellResult&, const GuaranteeResult& result) {
            if (std::ranges::find(names, result.guarantee) == names.end()) {
                names.push_back(result.guarantee);
            }
        });
        return names;
    }

    const RunRecord& record_;
    std::vector<const CellResult*> cells_;
};

std::string sentence(std::string_view title, const std::string& text) {
    return text.empty() ? "" : fmt::format("- **{}**: {}\n", title, markdown(text));
}

}  // namespace

std::string strategy_verdicts(const RunRecord& record, const StrategyFacts& strategy) {
    const Section section(record, strategy.label);
    std::string text = "### " + markdown(strategy.label) + "\n\n";
    text += sentence("What it is", strategy.summary) + sentence("Source", strategy.source) +
            sentence("Claim", strategy.claim) + sentence("Known gap", strategy.gap);
    text += "\n" + section.table();
    const std::string untouched = section.untouched();
    if (!untouched.empty()) text += "\nDoes not apply: " + untouched + ".\n";
    text += "\n**Breaks first**: " + section.breaks_first();
    const std::string windows = section.windows();
    if (!windows.empty()) text += "\n**Residual windows**:\n\n" + windows;
    return text;
}

}  // namespace onceproof::reports
