#include "model/world/latency.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/base/fixed_point.hpp"

namespace onceproof::world {
namespace {

using Point = Distribution::Point;

/// Between two points of a curve: the line between them is off by less than 1 in 1,000.
constexpr Fixed step = fixed_one / 32;

/// The density of the normal distribution.
Fixed normal_density(Fixed at) {
    constexpr Fixed highest = 1'713'444'047;  // 1 / sqrt(2 pi)
    return product(highest, exponential(-product(at, at) / 2));
}

Duration times(Duration value, Fixed factor) {
    __extension__ using Wide = __int128;
    const Wide exact = static_cast<Wide>(value.count()) * factor;
    return Duration{static_cast<std::int64_t>((exact + fixed_one / 2) >> 32)};
}

std::uint64_t share_of(Fixed share) {
    return static_cast<std::uint64_t>(std::clamp(share, Fixed{0}, fixed_one));
}

}  // namespace

Distribution::Distribution(std::vector<Point> points) : points_(std::move(points)) {
    ENSURE(!points_.empty());
    ENSURE(points_.front().share == 0);
    ENSURE(points_.back().share == whole);
    ENSURE(std::ranges::is_sorted(points_, {}, &Point::share));
    ENSURE(std::ranges::is_sorted(points_, {}, &Point::value));
}

Distribution Distribution::constant(Duration value) {
    return uniform(value, value);
}

Distribution Distribution::uniform(Duration least, Duration most) {
    return Distribution({{0, least}, {whole, most}});
}

Distribution Distribution::exponential(Duration mean) {
    ENSURE(mean > Duration{0});
    constexpr Fixed longest = 20 * fixed_one;
    std::vector<Point> points;
    for (Fixed at = 0; at < longest; at += step) {
        points.push_back({share_of(fixed_one - onceproof::exponential(-at)), times(mean, at)});
    }
    points.push_back({whole, times(mean, longest)});
    return Distribution(std::move(points));
}

Distribution Distribution::lognormal(Duration median, Duration p99) {
    ENSURE(median > Duration{0});
    ENSURE(p99 >= median);
    constexpr Fixed normal_p99 = 9'991'588'038;  // 2.3263478740
    constexpr Fixed farthest = 6 * fixed_one;
    const Fixed deviation = quotient(logarithm(quotient(p99.count(), median.count())), normal_p99);
    const auto value_at = [&](Fixed at) {
        return times(median, onceproof::exponential(product(deviation, at)));
    };
    std::vector<Point> points{{0, value_at(-farthest)}};
    // Simpson's rule, upwards from the median; the lower half is its mirror.
    std::vector<Fixed> above{0};
    for (Fixed at = 0; at < farthest - step; at += step) {
        const Fixed sum =
            normal_density(at) + 4 * normal_density(at + step / 2) + normal_density(at + step);
        above.push_back(above.back() + product(sum, step) / 6);
    }
    const auto count = static_cast<Fixed>(above.size());
    for (Fixed i = 1 - count; i < count; ++i) {
        const Fixed half = above[static_cast<std::size_t>(i < 0 ? -i : i)];
        points.push_back({share_of(fixed_one / 2 + (i < 0 ? -half : half)), value_at(i * step)});
    }
    points.push_back({whole, value_at(farthest)});
    return Distribution(std::move(points));
}

Duration Distribution::draw(std::uint64_t bits) const {
    if (points_.empty()) {
        return Duration{0};
    }
    __extension__ using Wide = __int128;
    const std::uint64_t share = bits >> 32;
    const auto above = std::ranges::upper_bound(points_, share, {}, &Point::share);
    const Point& right = *above;
    const Point& left = *(above - 1);
    const auto width = static_cast<Wide>(right.share - left.share);
    const Wide rise = static_cast<Wide>((right.value - left.value).count()) *
                      static_cast<Wide>(share - left.share);
    return left.value + Duration{static_cast<std::int64_t>((rise + width / 2) / width)};
}

const Distribution& Latencies::of(OpCode code) const {
    static const Distribution none;
    if (code == OpCode::sql_open) {
        return none;
    }
    switch (target_of(code)) {
        case Target::redis:
            return redis;
        case Target::database:
            return database;
        case Target::gateway:
            return gateway;
        case Target::broker:
            return broker;
        case Target::service:
            return network;
        case Target::none:
            break;
    }
    return none;
}

}  // namespace onceproof::world
