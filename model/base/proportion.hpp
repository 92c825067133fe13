#pragma once

#include <cstdint>

namespace onceproof {

/// Where a probability lies, as far as a number of cases tells.
struct Interval {
    double low = 0;
    double high = 1;
};

/// The probability, with a confidence of 95 %, of what `hits` of `cases` independent cases showed:
/// Wilson's score interval ("Probable inference, the law of succession, and statistical inference",
/// 1927). Without any hit the rule of three, which is one-sided: at most 3 / `cases`; without any
/// case anything.
[[nodiscard]] Interval confidence_95(std::uint64_t hits, std::uint64_t cases);

}  // namespace onceproof
