#pragma once

#include <cstdint>

namespace onceproof::harness {

/// Cases of a cell by their numbers, which decide what is drawn in them.
struct CaseRange {
    std::uint64_t first = 0;
    std::uint64_t cases = 0;
};

/// The part that shard `index` (from 1) of `count` has of so many cases: each case is in one part.
constexpr CaseRange part_of(std::uint64_t cases, std::uint64_t index, std::uint64_t count) {
    // Not `cases * index / count`: that may be beyond 64 bits.
    const auto begin_of = [&](std::uint64_t place) {
        return cases / count * place + cases % count * place / count;
    };
    const std::uint64_t first = begin_of(index - 1);
    return {first, begin_of(index) - first};
}

}  // namespace onceproof::harness
