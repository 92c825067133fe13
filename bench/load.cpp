#include "bench/load.hpp"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace onceproof::bench {
namespace {

/// Coprime to 100, so that many threads begin at many places.
constexpr std::uint64_t place_step = 37;

/// Repeated ones among the first `calls`.
std::uint64_t repeats_among(const Load& load, std::uint64_t calls) {
    return calls * load.repeats / 100;
}

}  // namespace

std::string text_of(const Load& load) {
    std::string text = fmt::format("{} %", load.repeats);
    if (load.keys == Keys::hot) {
        text += " hot";
    }
    if (load.rate > 0) {
        text += fmt::format(" {:g}/s", load.rate);
    }
    return text;
}

std::string name_of(const Load& load) {
    std::string name = fmt::format("repeats:{}", load.repeats);
    if (load.keys == Keys::hot) {
        name += "/hot";
    }
    if (load.rate > 0) {
        name += fmt::format("/rate:{:g}", load.rate);
    }
    return name;
}

bool is_repeat(const Load& load, std::uint64_t number, std::size_t thread) {
    const std::uint64_t place = number + thread * place_step;
    return repeats_among(load, place + 1) > repeats_among(load, place);
}

bool is_above_capacity(std::uint64_t requests, double rate, double seconds) {
    constexpr double slack_share = 0.05;
    constexpr double slack_seconds = 0.05;
    const double offered = static_cast<double>(requests) / rate;
    return seconds > offered * (1 + slack_share) + slack_seconds;
}

}  // namespace onceproof::bench
