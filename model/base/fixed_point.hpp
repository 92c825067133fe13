#pragma once

#include <cstdint>

namespace onceproof {

/// A number times 2^32. What is worked out with it is the same on every machine, which nobody
/// promises of <cmath>.
using Fixed = std::int64_t;
inline constexpr Fixed fixed_one = Fixed{1} << 32;

/// e to the power of `exponent`, to about 10 digits or 2^-32, whichever is coarser. Exponents above
/// 21 are taken as 21: the power of a larger one is out of range.
[[nodiscard]] Fixed exponential(Fixed exponent);

/// The natural logarithm; `number` is above 0.
[[nodiscard]] Fixed logarithm(Fixed number);

/// `left` * `right`, rounded down.
[[nodiscard]] constexpr Fixed product(Fixed left, Fixed right) {
    __extension__ using Wide = __int128;
    return static_cast<Fixed>((static_cast<Wide>(left) * right) >> 32);
}

/// `left` / `right`, rounded to 0.
[[nodiscard]] constexpr Fixed quotient(Fixed left, Fixed right) {
    __extension__ using Wide = __int128;
    return static_cast<Fixed>((static_cast<Wide>(left) * fixed_one) / right);
}

}  // namespace onceproof
