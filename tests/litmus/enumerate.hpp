#pragma once

#include <cstdint>
#include <vector>

#include "model/explore/transition_system.hpp"

namespace onceproof::litmus {

/// The number of complete runs, by walking each of them from the start: remembers no state and
/// saves none.
inline std::uint64_t count_runs(explore::TransitionSystem& system, std::size_t fault_budget) {
    std::vector<std::size_t> choices;  // the option taken at each step of the current run
    std::uint64_t runs = 0;
    for (;;) {
        std::vector<std::size_t> counts;
        system.reset(fault_budget);
        while (!system.enabled().empty()) {
            if (counts.size() == choices.size()) {
                choices.push_back(0);
            }
            const std::size_t choice = choices[counts.size()];
            counts.push_back(system.enabled().size());
            system.take(choice);
        }
        ++runs;
        while (!choices.empty() && choices.back() + 1 == counts[choices.size() - 1]) {
            choices.pop_back();
        }
        if (choices.empty()) {
            return runs;
        }
        ++choices.back();
    }
}

}  // namespace onceproof::litmus
