#pragma once

#include <chrono>
#include <cstdint>

namespace onceproof {

/// A span of time, in whole microseconds. Signed.
using Duration = std::chrono::duration<std::int64_t, std::micro>;

/// Names the clock that an `Instant` belongs to: virtual in the world, the system's on real
/// servers.
struct Timeline {
    using rep = Duration::rep;
    using period = Duration::period;
    using duration = Duration;
};

/// A point in time. In the world the first one of a run is 0.
using Instant = std::chrono::time_point<Timeline, Duration>;

}  // namespace onceproof
