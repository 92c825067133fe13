#include "harness/covered.hpp"

#include <algorithm>

#include "model/base/text.hpp"

namespace onceproof::harness {

std::string covered_text(std::span<const explore::BudgetCounts> budgets, bool proves) {
    const auto unfinished = std::ranges::find_if(budgets, [](const explore::BudgetCounts& counts) {
        return counts.ending != explore::Ending::exhausted;
    });
    std::string text;
    if (unfinished != budgets.begin()) {
        const explore::BudgetCounts& whole = *std::prev(unfinished);
        text = std::string(proves ? "proved" : "all") + " with " + fault_bound(whole.fault_budget) +
               " (" + counted(whole.states, "state") + ", " +
               counted(whole.transitions, "transition") + ")";
    }
    if (unfinished != budgets.end()) {
        text += (text.empty() ? "" : "; ") + ("with " + fault_bound(unfinished->fault_budget)) +
                " " + counted(unfinished->states, "state") + " and " +
                counted(unfinished->transitions, "transition");
    }
    return text;
}

}  // namespace onceproof::harness
