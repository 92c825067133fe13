#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "model/base/ensure.hpp"
#include "model/base/random.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// Which of the options that are `wanted` to take, all of them equally likely: a place in
/// `options`. The same numbers give the same option, in whatever order the options stand. At least
/// one has to be wanted.
template <class Wanted>
std::size_t draw_option(std::span<const Option> options, Random& random, const Wanted& wanted) {
    const auto count = std::count_if(options.begin(), options.end(), wanted);
    const std::uint64_t rank = random.below(static_cast<std::uint64_t>(count));
    for (std::size_t index = 0; index < options.size(); ++index) {
        if (!wanted(options[index])) {
            continue;
        }
        const auto smaller =
            std::count_if(options.begin(), options.end(), [&](const Option& option) {
                return wanted(option) && option < options[index];
            });
        if (static_cast<std::uint64_t>(smaller) == rank) {
            return index;
        }
    }
    ENSURE(false);
    return 0;
}

/// For `draw_option`: nothing strikes.
inline bool is_calm(const Option& option) {
    return option.outcome == 0;
}

/// For `draw_option`: a fault strikes.
inline bool is_fault(const Option& option) {
    return option.outcome != 0;
}

}  // namespace onceproof::explore
