#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "bench/explorer/protocol_counts.hpp"

namespace onceproof::litmus {

/// What a hand-written search came to.
struct HandWrittenResult {
    ProtocolCounts counts;
    bool violated = false;        ///< some state breaks what must hold
    std::size_t table_bytes = 0;  ///< of the set of states, at its end
    bool finished = false;        ///< false: `should_stop` said so
};

/// Searches the protocol breadth first without any of the project's machinery: the state packed
/// into one word, its successors made by shifts and masks, a flat table of words. The yardstick of
/// how fast a search of these states can be. Counts as `exhaustive` at the full fault budget does.
/// With symmetry, the workers' bits are sorted.
[[nodiscard]] HandWrittenResult search_by_hand(
    Protocol::Variant variant,
    const ProtocolSize& size,
    Protocol::Symmetry symmetry,
    const std::function<bool()>& should_stop
);

}  // namespace onceproof::litmus
