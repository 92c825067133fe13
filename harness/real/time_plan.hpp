#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// How long keys live on a real Redis, so that they end there between the same two events of the
/// log as in the run, whatever the run's times are: a day counts as much as the events that
/// happen in it.
///
/// Every event is given so much time that this machine surely does it in that. Whoever is never
/// later than that sees keys end in the run's order.
class TimePlan {
public:
    using Milliseconds = std::chrono::milliseconds;

    TimePlan(const world::StoreLog& log, const RealTime& time);

    /// When a key ends that does so at `end` in the run's time: so long behind the first event's
    /// begin.
    [[nodiscard]] Milliseconds real_end(Instant end) const;
    /// When event `index` of the log begins at the latest.
    [[nodiscard]] Milliseconds real_begin(std::size_t index) const { return begins_[index]; }

private:
    std::vector<Instant> at_;             // by event
    std::vector<Milliseconds> begins_;    // by event
    std::vector<Milliseconds> finishes_;  // by event: when it is over at the latest
    Milliseconds margin_;
};

}  // namespace onceproof::harness
