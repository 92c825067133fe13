#include "model/base/fixed_point.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof {
namespace {

__extension__ using Wide = __int128;

// Inside, a number times 2^60.
constexpr int inner_bits = 60;
constexpr Wide inner_one = Wide{1} << inner_bits;
constexpr Wide ln_2 = 799144290325165978;  // 0.693147180559945309 * 2^60

}  // namespace

Fixed exponential(Fixed exponent) {
    const Wide inner = static_cast<Wide>(std::min(exponent, 21 * fixed_one)) << (inner_bits - 32);
    Wide doublings = inner / ln_2;
    doublings -= inner < doublings * ln_2 ? 1 : 0;
    const Wide rest = inner - doublings * ln_2;
    Wide term = inner_one;
    Wide sum = 0;
    for (int n = 1; term != 0; ++n) {
        sum += term;
        term = ((term * rest) >> inner_bits) / n;
    }
    const auto shift = static_cast<int>(doublings) - (inner_bits - 32);
    if (shift < -2 * inner_bits) {
        return 0;
    }
    return static_cast<Fixed>(shift < 0 ? sum >> -shift : sum << shift);
}

Fixed logarithm(Fixed number) {
    ENSURE(number > 0);
    Wide mantissa = static_cast<Wide>(number) << (inner_bits - 32);
    Wide doublings = 0;
    for (; mantissa >= 2 * inner_one; mantissa >>= 1) {
        ++doublings;
    }
    for (; mantissa < inner_one; mantissa <<= 1) {
        --doublings;
    }
    // Squaring doubles the logarithm: each time one more binary digit of it comes before the point.
    Wide digits = 0;
    constexpr int count = 40;
    for (int digit = 0; digit < count; ++digit) {
        mantissa = (mantissa * mantissa) >> inner_bits;
        digits *= 2;
        if (mantissa >= 2 * inner_one) {
            mantissa >>= 1;
            ++digits;
        }
    }
    const Wide to_base_2 = (doublings << count) + digits;
    return static_cast<Fixed>((to_base_2 * (ln_2 >> (inner_bits - count))) >> (2 * count - 32));
}

}  // namespace onceproof
