#include "reports/claims.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"

namespace onceproof::reports {
namespace {

using Cells = std::vector<const CellResult*>;

bool promises(const CellResult& cell, const GuaranteeResult& result) {
    const auto& promised = cell.claim.guarantees;
    return std::ranges::find(promised, result.guarantee) != promised.end();
}

bool has(const CellResult& cell, Verdict verdict) {
    return std::ranges::any_of(cell.guarantees, [&](const GuaranteeResult& result) {
        return promises(cell, result) && result.verdict == verdict;
    });
}

/// The cells by what became of the promise in them; those that it does not apply to are left out.
struct Sorted {
    Cells broken;
    Cells open;
    Cells safe;
};

Sorted sorted(const Cells& cells) {
    Sorted result;
    for (const CellResult* cell : cells) {
        if (has(*cell, Verdict::violated)) {
            result.broken.push_back(cell);
        } else if (!cell->error.empty() || has(*cell, Verdict::inconclusive)) {
            result.open.push_back(cell);
        } else if (has(*cell, Verdict::proved) || has(*cell, Verdict::held)) {
            result.safe.push_back(cell);
        }
    }
    return result;
}

/// The strategies of the cells, each once.
std::vector<std::string> labels_of(const Cells& cells) {
    std::vector<std::string> labels;
    for (const CellResult* cell : cells) {
        const std::string label = code(cell->strategy);
        if (std::ranges::find(labels, label) == labels.end()) labels.push_back(label);
    }
    return labels;
}

std::string listed(const std::vector<std::string>& items, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " " + std::string(last) + " " : ", ";
        text += items[i];
    }
    return text;
}

/// The smallest counterexample of a promised guarantee, with the command that replays it.
std::string smallest(const RunRecord& record, const Cells& broken) {
    const CellResult* where = nullptr;
    const GuaranteeResult* what = nullptr;
    for (const CellResult* cell : broken) {
        for (const GuaranteeResult& result : cell->guarantees) {
            if (result.verdict != Verdict::violated || !promises(*cell, result)) continue;
            if (what == nullptr ||
                std::tie(result.faults, result.steps) < std::tie(what->faults, what->steps)) {
                where = cell;
                what = &result;
            }
        }
    }
    if (where == nullptr || what == nullptr) return "";
    const std::string point = point_text(where->point);
    return fmt::format(
        "{} breaks for {}{} with {} in {}: {} ({})",
        code(what->guarantee),
        code(where->strategy),
        point.empty() ? "" : " at " + code(point),
        counted(what->faults, "fault"),
        counted(what->steps, "step"),
        markdown(what->text),
        code(record.replay(what->token))
    );
}

/// The values that one swept path takes in the cells, each once.
std::vector<std::string> values_of(const Cells& cells, const std::string& path) {
    std::vector<std::string> values;
    for (const CellResult* cell : cells) {
        const auto value = cell->point.find(path);
        if (value == cell->point.end()) continue;
        const std::string text = code(value->second);
        if (std::ranges::find(values, text) == values.end()) values.push_back(text);
    }
    return values;
}

bool disjoint(const std::vector<std::string>& some, const std::vector<std::string>& others) {
    return std::ranges::none_of(some, [&](const std::string& each) {
        return std::ranges::find(others, each) != others.end();
    });
}

/// What sets the safe cells apart from the broken ones: one swept path, the strategy, or else all
/// of them one by one.
std::string condition(const Sorted& cells) {
    for (const auto& [path, value] : cells.safe.front()->point) {
        const auto safe = values_of(cells.safe, path);
        if (disjoint(safe, values_of(cells.broken, path))) {
            return "if " + code(path.substr(path.rfind('.') + 1)) + " is " + listed(safe, "or");
        }
    }
    const auto safe = labels_of(cells.safe);
    if (disjoint(safe, labels_of(cells.broken))) return "for " + listed(safe, "and");
    std::vector<std::string> all;
    for (const CellResult* cell : cells.safe) {
        all.push_back(code(cell->strategy) + " at " + code(point_text(cell->point)));
    }
    return "for " + listed(all, "and");
}

/// "proved with up to 2 faults, 120 states, like callers merged", "held in 900 random cases with up
/// to 1 fault".
std::string bound_of(const Cells& safe) {
    std::size_t faults = std::numeric_limits<std::size_t>::max();
    std::size_t states = 0;
    std::size_t cases = 0;
    bool merged = false;
    for (const CellResult* cell : safe) {
        faults = std::min(faults, cell->fault_budget);
        states += cell->states;
        cases += cell->cases;
        merged = merged || cell->merged;
    }
    const bool timed =
        std::ranges::any_of(safe, [](const CellResult* cell) { return cell->mode == "timed"; });
    const bool walked =
        std::ranges::any_of(safe, [](const CellResult* cell) { return has(*cell, Verdict::held); });
    return walked ? fmt::format(
                        "held in {} with {}",
                        counted(cases, timed ? "timed case" : "random case"),
                        fault_bound(faults)
                    )
                  : fmt::format(
                        "proved with {}, {}{}",
                        fault_bound(faults),
                        counted(states, "state"),
                        merged ? ", like callers merged" : ""
                    );
}

/// Strategies of the scenario that the claim does not speak of, and that keep what it promises in
/// every cell.
std::string kept_by(const Cells& others) {
    const Sorted cells = sorted(others);
    std::vector<std::string> kept;
    const auto broken = labels_of(cells.broken);
    const auto open = labels_of(cells.open);
    for (const std::string& label : labels_of(cells.safe)) {
        const std::vector<std::string> one{label};
        if (disjoint(one, broken) && disjoint(one, open)) kept.push_back(label);
    }
    return kept.empty() ? "" : " Kept here by " + listed(kept, "and") + ".";
}

std::string answer_of(const RunRecord& record, const Cells& about, const Cells& others) {
    const Sorted cells = sorted(about);
    std::string text;
    if (!cells.broken.empty() && cells.safe.empty()) {
        text = "refuted: " + smallest(record, cells.broken) + ".";
    } else if (!cells.broken.empty()) {
        text = "holds only " + condition(cells) + " (" + bound_of(cells.safe) + "); otherwise " +
               smallest(record, cells.broken) + ".";
    } else if (!cells.open.empty()) {
        return fmt::format("not decided: {} inconclusive.", counted(cells.open.size(), "cell"));
    } else if (!cells.safe.empty()) {
        std::vector<std::string> names;
        for (const std::string& guarantee : cells.safe.front()->claim.guarantees) {
            names.push_back(code(guarantee));
        }
        return "holds within the bound: " + listed(names, "and") + " " + bound_of(cells.safe) +
               ", for " + listed(labels_of(cells.safe), "and") + ".";
    } else {
        return "not answered: no cell of the scenario puts it to the test.";
    }
    if (!cells.open.empty()) {
        text += fmt::format(" {} inconclusive.", counted(cells.open.size(), "cell"));
    }
    return text + kept_by(others);
}

}  // namespace

std::vector<ClaimAnswer> claim_answers(const RunRecord& record) {
    std::vector<ClaimAnswer> answers;
    for (const CellResult& first : record.cells) {
        const bool known =
            std::ranges::find(answers, first.scenario, &ClaimAnswer::scenario) != answers.end();
        if (first.claim.text.empty() || known) continue;
        Cells about;
        Cells others;
        for (const CellResult& cell : record.cells) {
            if (cell.scenario != first.scenario) continue;
            (cell.claim.about ? about : others).push_back(&cell);
        }
        answers.push_back(
            {.number = first.claim.number,
             .claim = first.claim.text,
             .scenario = first.scenario,
             .title = first.title,
             .answer = answer_of(record, about, others)}
        );
    }
    std::ranges::stable_sort(answers, {}, [](const ClaimAnswer& answer) {
        return answer.number == 0 ? std::numeric_limits<std::size_t>::max() : answer.number;
    });
    return answers;
}

}  // namespace onceproof::reports
