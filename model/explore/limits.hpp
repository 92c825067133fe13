#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

namespace onceproof::explore {

/// How far searches have come; they add to it as they go, and any thread may read it.
struct Progress {
    std::atomic<std::uint64_t> states{0};        ///< different states seen
    std::atomic<std::uint64_t> transitions{0};   ///< steps taken
    std::atomic<std::uint64_t> cases{0};         ///< walks finished
    std::atomic<std::uint64_t> fault_budget{0};  ///< the budget being searched now

    /// How much of the work is done, in millionths of an exhaustive search each: an estimate that
    /// only grows. A search that has ended counts as a whole one.
    std::atomic<std::uint64_t> share{0};
    static constexpr std::uint64_t whole = 1'000'000;
};

/// When a search gives up. No clock in here: whoever has a deadline answers `should_stop`.
struct Limits {
    std::uint64_t states_max =
        50'000'000;  ///< most states remembered at once (up to 32 bytes each)
    /// Most memory held by the states remembered and the snapshots to come back to, in bytes;
    /// looked at about every 1,000 transitions.
    std::size_t memory_max = std::numeric_limits<std::size_t>::max();
    std::size_t steps_max = 100'000;  ///< longest single run of a walk or a replay, in steps
    std::function<bool()> should_stop =
        {};                        ///< asked about every 1,000 transitions; empty: never stop
    Progress* progress = nullptr;  ///< kept up to date about every 1,000 transitions if given
};

/// Why a search ended.
enum class Ending : std::uint8_t {
    exhausted,     ///< everything was seen; for walks: all cases were run
    found,         ///< what was looked for is there: the guarantee, or all of the set, is broken
    states_limit,  ///< `Limits::states_max` was reached
    memory_limit,  ///< `Limits::memory_max` was reached
    stopped,       ///< `Limits::should_stop` said so
};

/// The ending in words for people: "exhausted", "found", "states limit", "memory limit",
/// "stopped".
std::string_view name_of(Ending ending);

/// Counts one search's work, reports it to `Limits::progress` and asks `Limits::should_stop` now
/// and then.
class Meter {
public:
    explicit Meter(const Limits& limits) : limits_(limits) {}

    /// Counts a transition. True if the search has to stop now.
    bool transition() { return count() && pause(); }

    /// Counts a transition. True if `pause` is due.
    bool count() { return ++transitions_ % interval == 1; }

    /// Reports, then asks. True if the search has to stop now.
    bool pause();

    void state() { ++states_; }

    [[nodiscard]] std::uint64_t transitions() const { return transitions_; }
    [[nodiscard]] std::uint64_t states() const { return states_; }

    /// Brings `Limits::progress` up to date.
    void publish();

private:
    static constexpr std::uint64_t interval = 1024;

    const Limits& limits_;
    std::uint64_t transitions_ = 0;
    std::uint64_t states_ = 0;
    std::uint64_t transitions_published_ = 0;
    std::uint64_t states_published_ = 0;
};

}  // namespace onceproof::explore
