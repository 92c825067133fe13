#include "harness/covered.hpp"

#include <algorithm>

namespace onceproof::harness {
namespace {

std::string counted(std::uint64_t number, const std::string& word) {
    return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

}  // namespace

std::string with_faults(std::size_t budget) {
    return budget == 0 ? "without faults" : "with up to " + counted(budget, "fault");
}

std::string covered_text(std::span<const explore::BudgetCounts> budgets, bool proves) {
    const auto unfinished = std::ranges::find_if(budgets, [](const explore::BudgetCounts& counts) {
        return counts.ending != explore::Ending::exhausted;
    });
    std::string text;
    if (unfinished != budgets.begin()) {
        const explore::BudgetCounts& whole = *std::prev(unfinished);
        text = std::string(proves ? "proved " : "all ") + with_faults(whole.fault_budget) + " (" +
               counted(whole.states, "state") + ", " + counted(whole.transitions, "transition") +
               ")";
    }
    if (unfinished != budgets.end()) {
        text += (text.empty() ? "" : "; ") + with_faults(unfinished->fault_budget) + " " +
                counted(unfinished->states, "state") + " and " +
                counted(unfinished->transitions, "transition");
    }
    return text;
}

}  // namespace onceproof::harness
