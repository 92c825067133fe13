#include "harness/real/ttl_watch.hpp"

#include <algorithm>
#include <thread>

namespace onceproof::harness {
namespace {

/// A Redis counts in milliseconds, on a clock of its own.
constexpr std::chrono::milliseconds grain{2};

}  // namespace

void TtlWatch::add(const End& end) {
    // The request took a while, and the key lives that much longer; 1 ms at least.
    const auto taken = Clock::now() - std::min(end.sent, end.here);
    ends_.push_back({end.in_run, end.here - grain, end.here + taken + grain});
}

void TtlWatch::wait_for_ends(Instant now) const {
    for (const Watched& end : ends_) {
        if (end.in_run <= now) {
            std::this_thread::sleep_until(end.latest);
        }
    }
}

bool TtlWatch::in_time(Instant now) const {
    const Clock::time_point real_now = Clock::now();
    return std::ranges::all_of(ends_, [&](const Watched& end) {
        return end.in_run <= now || real_now < end.earliest;
    });
}

}  // namespace onceproof::harness
