#include "reports/strategy_verdicts.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {
namespace {

/// One guarantee in one scenario, over all its sweep points.
struct Tally {
    std::string scenario;
    std::size_t fault_budget = 0;
    std::size_t points = 0;
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
    tally->held += result.verdict == Verdict::held ? 1 : 0;
    tally->violated += result.verdict == Verdict::violated ? 1 : 0;
    tally->inconclusive += result.verdict == Verdict::inconclusive ? 1 : 0;
    if (tally->window.empty()) tally->window = result.window;
}

void add(std::string& list, std::string_view separator, const std::string& item) {
    list += (list.empty() ? "" : std::string(separator)) + item;
}

/// "crash-anywhere", "crash-anywhere (2 of 3 points, Z1)".
std::string share(const Tally& tally, std::size_t points, const std::string& more) {
    std::string detail;
    if (points != tally.points) detail = fmt::format("{} of {} points", points, tally.points);
    if (!more.empty()) add(detail, ", ", more);
    return code(tally.scenario) + (detail.empty() ? "" : " (" + detail + ")");
}

/// "no fault in 3, up to 1 fault in 8": scenarios by bound.
std::string by_bound(const std::map<std::size_t, std::size_t>& scenarios) {
    std::string text;
    for (const auto& [budget, count] : scenarios) {
        add(text, ", ", fault_bound(budget) + " in " + std::to_string(count));
    }
    return text;
}

/// In how many of the scenarios that check the guarantee it holds at every point, and to which
/// bound. The others are named beside it.
std::string holds(const std::vector<Tally>& tallies) {
    std::map<std::size_t, std::size_t> proved;
    std::map<std::size_t, std::size_t> held;
    std::size_t whole = 0;
    for (const Tally& tally : tallies) {
        if (tally.violated + tally.inconclusive > 0) continue;
        ++whole;
        ++(tally.held > 0 ? held : proved)[tally.fault_budget];
    }
    std::string text = whole == tallies.size() ? fmt::format("all {}", whole)
                                               : fmt::format("{} of {}", whole, tallies.size());
    if (!proved.empty()) text += "; proved: " + by_bound(proved);
    if (!held.empty()) text += "; held: " + by_bound(held);
    return text;
}

std::string breaks(const std::vector<Tally>& tallies) {
    std::string text;
    for (const Tally& tally : tallies) {
        if (tally.violated > 0) add(text, ", ", share(tally, tally.violated, tally.window));
    }
    for (const Tally& tally : tallies) {
        if (tally.inconclusive > 0) {
            add(text, ", ", share(tally, tally.inconclusive, "inconclusive"));
        }
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
        std::string text = "| guarantee | holds in scenarios | breaks in |\n|---|---|---|\n";
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
            "{}, with {} in {}. {} ({}{}): {}.\n\n```sh\n{}\n```\n",
            code(what->guarantee),
            counted(what->faults, "fault"),
            counted(what->steps, "step"),
            markdown(where->title),
            code(where->scenario),
            point.empty() ? "" : ", " + code(point),
            markdown(what->text),
            visible(record_.replay(what->token))
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

    /// The scenarios that it was run in (or, if shorter, those that it was not), and those whose
    /// faults cannot strike it.
    [[nodiscard]] std::string scenarios() const {
        std::vector<std::string> all;
        for (const CellResult& cell : record_.cells) {
            if (std::ranges::find(all, cell.scenario) == all.end()) all.push_back(cell.scenario);
        }
        std::vector<std::string> run;
        std::string left_out;
        std::string untouched;
        for (const std::string& scenario : all) {
            const auto is_of = [&](const CellResult* cell) {
                return cell->scenario == scenario;
            };
            if (std::ranges::none_of(cells_, is_of)) {
                add(left_out, ", ", code(scenario));
                continue;
            }
            run.push_back(code(scenario));
            const bool applies = std::ranges::any_of(cells_, [&](const CellResult* cell) {
                return is_of(cell) && cell->verdict() != Verdict::not_applicable;
            });
            if (!applies) add(untouched, ", ", code(scenario));
        }
        std::string text = fmt::format("\nRun in {} of {} scenarios", run.size(), all.size());
        if (run.size() * 2 <= all.size()) {
            text += ": " + join(run, ", ");
        } else if (!left_out.empty()) {
            text += ", not in " + left_out;
        }
        if (!untouched.empty()) text += "; out of reach of the faults of " + untouched;
        return text + ".\n";
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
    text += "\n" + section.table() + section.scenarios();
    text += "\n**Breaks first**: " + section.breaks_first();
    const std::string windows = section.windows();
    if (!windows.empty()) text += "\n**Residual windows**:\n\n" + windows;
    return text;
}

}  // namespace onceproof::reports
