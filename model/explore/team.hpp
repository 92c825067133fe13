#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "model/explore/job.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

class Space;

/// Threads that search one space together. One of them leads: it calls `exhaustive`. Others help:
/// each brings a system of its own, equal to the leader's, and takes over what it is given. Whose
/// threads they are is the caller's business.
class Team {
public:
    /// The leader begins alone, and takes helpers in when it has seen `alone_states` states of a
    /// fault budget: less is not worth the trouble. `call` is called once, by the leader, when the
    /// first helpers would be welcome; empty: they come by themselves.
    explicit Team(std::uint64_t alone_states = alone_by_default, std::function<void()> call = {})
        : alone_states_(alone_states), call_(std::move(call)) {}
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team();

    static constexpr std::uint64_t alone_by_default = 4'000;

    /// Helps with whatever the leader searches, until `dismiss`. Called by any number of threads.
    void help(TransitionSystem& system);

    /// Waits until that many threads are in `help`.
    void await(std::size_t helpers);

    /// The leader needs no help any more: every `help` returns, and then this does.
    void dismiss();

    // For the search.

    /// The leader begins a space; it stays alive until `leave`.
    void enter(Space& space);
    /// The space is searched, or is not to be searched on: ends when no helper looks at it.
    void leave();

    [[nodiscard]] std::uint64_t alone_states() const { return alone_states_; }
    void call_helpers();

    /// True while a thread waits for work.
    [[nodiscard]] bool wants_work() const { return wanted_.load(std::memory_order_relaxed) > 0; }
    void offer(Job job);
    /// Waits for work. Empty: there will be none, since everybody waits or the search has ended.
    [[nodiscard]] std::optional<Job> take();
    /// Nobody waits any more.
    void stop();

private:
    void count_wanted();
    void end_waiting();

    const std::uint64_t alone_states_;
    const std::function<void()> call_;
    bool called_ = false;  // the leader's

    std::mutex mutex_;
    std::condition_variable changed_;
    Space* space_ = nullptr;
    std::uint64_t spaces_ = 0;  // how many there have been
    std::deque<Job> jobs_;
    std::size_t helpers_ = 0;  // in `help`
    std::size_t inside_ = 0;   // of these, those that look at the space
    std::size_t idle_ = 0;     // waiting in `take`, the leader among them
    bool over_ = true;
    bool dismissed_ = false;
    std::atomic<std::size_t> wanted_{0};  // waiting, and no job there for them
};

}  // namespace onceproof::explore
