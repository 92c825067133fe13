#pragma once

#include <cstdint>
#include <vector>

#include "model/base/time.hpp"
#include "model/world/operation.hpp"

namespace onceproof::world {

/// How long something takes, drawn anew each time: straight lines between points of the cumulative
/// distribution, in whole numbers, so that every machine draws the same.
class Distribution {
public:
    /// A point of it: this share of all draws is at most as long.
    struct Point {
        std::uint64_t share = 0;  ///< of 2^32
        Duration value{0};
    };
    static constexpr std::uint64_t whole = std::uint64_t{1} << 32;

    /// No time at all.
    Distribution() = default;
    /// Shares and values rise or stay; the first share is 0, the last one the whole.
    explicit Distribution(std::vector<Point> points);

    /// Always the same.
    static Distribution constant(Duration value);
    /// Every value between the two is equally likely.
    static Distribution uniform(Duration least, Duration most);
    /// What has taken long already takes as long again. `mean` is above 0. Values above 20 means,
    /// one in 500 million, are drawn as 20.
    static Distribution exponential(Duration mean);
    /// The logarithm is normal. `median` is above 0 and `p99`, the value that one in a hundred
    /// exceeds, at least as much. Values beyond 6 standard deviations are drawn as 6.
    static Distribution lognormal(Duration median, Duration p99);

    /// The value that belongs to 64 uniform bits.
    [[nodiscard]] Duration draw(std::uint64_t bits) const;

private:
    std::vector<Point> points_;  // empty: no time
};

/// Timed order: from the moment at which an actor calls to the one at which the call takes effect.
/// The answer takes no time of its own, so this is all that a call costs its caller.
struct Latencies {
    Distribution network;  ///< between callers and the service, each way
    Distribution redis;
    Distribution database;
    Distribution gateway;
    Distribution broker;

    [[nodiscard]] const Distribution& of(OpCode code) const;
};

}  // namespace onceproof::world
