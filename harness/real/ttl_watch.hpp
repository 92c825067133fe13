#pragma once

#include <chrono>
#include <vector>

#include "model/base/time.hpp"

namespace onceproof::harness {

/// When the keys of a real Redis end, and whether a run is at the same side of each end.
class TtlWatch {
public:
    using Clock = std::chrono::steady_clock;

    /// An end that a key was given by a request sent at `sent` and answered just now, in the run's
    /// time and here.
    struct End {
        Instant in_run{};
        Clock::time_point here{};
        Clock::time_point sent{};
    };
    void add(const End& end);

    /// Waits until every key is gone that has ended by `now`, the run's time.
    void wait_for_ends(Instant now) const;

    /// False: a key that still lives at `now` may be gone here.
    [[nodiscard]] bool in_time(Instant now) const;

    void clear() { ends_.clear(); }

private:
    struct Watched {
        Instant in_run{};
        Clock::time_point earliest{};  ///< the key surely lives until then
        Clock::time_point latest{};    ///< the key surely is gone then
    };
    std::vector<Watched> ends_;
};

}  // namespace onceproof::harness
