#pragma once

#include <cstdint>
#include <ostream>

#include "bench/explorer/protocol.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/shortest.hpp"

namespace onceproof::litmus {

/// How large a protocol is.
struct ProtocolSize {
    std::uint8_t workers = 0;
    std::uint8_t faults = 0;

    [[nodiscard]] ProtocolSystem system(
        Protocol::Variant variant, Protocol::Symmetry symmetry = Protocol::Symmetry::off
    ) const {
        Protocol rules(variant, workers, static_cast<std::uint8_t>(workers + faults));
        rules.symmetry = symmetry;
        return ProtocolSystem(rules);
    }

    friend bool operator==(const ProtocolSize&, const ProtocolSize&) = default;
};

inline constexpr ProtocolSize size_1{2, 1};
inline constexpr ProtocolSize size_2{3, 1};
inline constexpr ProtocolSize size_3{3, 2};
inline constexpr ProtocolSize size_4{4, 2};
inline constexpr ProtocolSize size_5{5, 2};

/// What a whole search of the protocol has to count at its full fault budget.
struct ProtocolCounts {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t ends = 0;
    std::uint64_t depth = 0;  ///< of the farthest state, by the shortest way

    friend bool operator==(const ProtocolCounts&, const ProtocolCounts&) = default;
    friend std::ostream& operator<<(std::ostream& out, const ProtocolCounts& counts) {
        return out << counts.states << " / " << counts.transitions << " / " << counts.ends << " / "
                   << counts.depth;
    }
};

/// Depth first for all but the depth, which takes the breadth-first search.
inline ProtocolCounts count_deep(
    explore::TransitionSystem& system, std::size_t faults, std::uint64_t depth
) {
    const explore::ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = faults});
    const explore::BudgetCounts& last = result.budgets.back();
    return {last.states, last.transitions, last.ends, depth};
}

inline ProtocolCounts count_broad(explore::TransitionSystem& system, std::size_t faults) {
    const explore::ShortestResult result = explore::shortest(system, {.fault_budget = faults});
    return {result.states, result.transitions, result.ends, result.depth};
}

}  // namespace onceproof::litmus
