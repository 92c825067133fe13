#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "model/base/ensure.hpp"
#include "model/base/random.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// The options' order, as a number.
[[nodiscard]] constexpr std::uint32_t place_of(const Option& option) {
    return std::uint32_t{option.actor} << 24U | std::uint32_t{option.operation} << 16U |
           std::uint32_t{option.object} << 8U | option.outcome;
}

/// The option with so many smaller ones among those that are `wanted`, whatever their order in
/// `options`.
template <class Wanted>
std::size_t option_ranked(
    std::span<const Option> options, std::uint64_t rank, const Wanted& wanted
) {
    for (std::size_t index = 0; index < options.size(); ++index) {
        if (!wanted(options[index])) {
            continue;
        }
        const auto smaller =
            std::count_if(options.begin(), options.end(), [&](const Option& option) {
                return wanted(option) && place_of(option) < place_of(options[index]);
            });
        if (static_cast<std::uint64_t>(smaller) == rank) {
            return index;
        }
    }
    ENSURE(false);
    return 0;
}

/// Which of the options that are `wanted` to take, all of them equally likely: a place in
/// `options`. The same numbers give the same option, in whatever order the options stand. At least
/// one has to be wanted.
template <class Wanted>
std::size_t draw_option(std::span<const Option> options, Random& random, const Wanted& wanted) {
    const auto first = static_cast<std::size_t>(
        std::find_if(options.begin(), options.end(), wanted) - options.begin()
    );
    ENSURE(first < options.size());
    // This runs at every step of every walk, so it has no branch to be guessed. Menus are in order
    // but for the calm option, which stands in front.
    const std::uint32_t front = place_of(options[first]);
    std::uint64_t others = 0;
    std::uint64_t smaller = 0;
    std::uint32_t last = 0;
    bool in_order = true;
    for (const Option& option : options.subspan(first + 1)) {
        const bool is = wanted(option);
        const std::uint32_t place = place_of(option);
        const std::uint32_t next = is ? place : last;
        in_order &= last <= next;
        last = next;
        others += is ? 1 : 0;
        smaller += is && place < front ? 1 : 0;
    }
    const std::uint64_t rank = random.below(others + 1);
    if (rank == smaller) {
        return first;
    }
    if (!in_order) {
        return option_ranked(options, rank, wanted);
    }
    std::uint64_t ahead = rank + (rank < smaller ? 1 : 0);
    std::size_t index = first;
    while (ahead > 0) {
        ++index;
        ahead -= wanted(options[index]) ? 1 : 0;
    }
    return index;
}

/// For `draw_option`: nothing strikes. An object, so that its type alone says what to call.
inline constexpr auto is_calm = [](const Option& option) {
    return option.outcome == 0;
};

/// For `draw_option`: a fault strikes.
inline constexpr auto is_fault = [](const Option& option) {
    return option.outcome != 0;
};

}  // namespace onceproof::explore
