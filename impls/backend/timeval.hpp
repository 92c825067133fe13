#pragma once

#include <algorithm>
#include <sys/time.h>

#include "model/base/time.hpp"

namespace onceproof::backend {

/// A duration as client libraries take their time limits; a negative one is none.
inline timeval timeval_of(Duration duration) {
    const Duration left = std::max(duration, Duration{0});
    timeval result{};
    result.tv_sec = static_cast<time_t>(left.count() / 1'000'000);
    result.tv_usec = static_cast<suseconds_t>(left.count() % 1'000'000);
    return result;
}

}  // namespace onceproof::backend
