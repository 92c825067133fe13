#pragma once

#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "model/explore/exhaustive.hpp"
#include "model/explore/visited.hpp"

namespace onceproof::explore {

class Team;

/// By code: which guarantees are known to be broken.
using BrokenGuarantees = std::bitset<256>;

/// What one thread has found out about a space.
struct Findings {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t ends = 0;
    std::size_t depth_max = 0;
    OutcomeCounts outcomes{};
    bool shared = false;  ///< it gave away a part
};

/// Everything that can happen within one fault budget, while it is searched: what the threads that
/// search it share.
class Space {
public:
    /// `known` are the guarantees that smaller budgets break; `portion` is what this budget counts
    /// in `Progress::share`. Without a team one thread searches it.
    Space(
        const ExhaustiveRequest& request,
        std::size_t fault_budget,
        const BrokenGuarantees& known,
        double portion
    );

    [[nodiscard]] const Limits& limits() const { return request_.limits; }
    [[nodiscard]] std::size_t fault_budget() const { return fault_budget_; }
    [[nodiscard]] Team* team() const { return request_.team; }
    [[nodiscard]] VisitedSet& visited() { return visited_; }
    [[nodiscard]] const BrokenGuarantees& known() const { return known_; }

    /// True if the search is not to go on, for whatever reason.
    [[nodiscard]] bool ended() const { return ended_.load(std::memory_order_relaxed); }
    /// Ends it; the first reason counts.
    void end(Ending ending);
    /// Ends it because a thread could not go on.
    void fail(std::exception_ptr trouble);

    /// Keeps what broke a guarantee first, and ends the search when nothing is left to look for.
    void note(const Violation& violation, const std::vector<Taken>& path);

    /// A thread has seen so many more states, and its snapshots hold so much more memory (less: the
    /// number wraps). Ends the search at a limit.
    void weigh(std::uint64_t states, std::size_t stack_bytes);

    /// Makes it known that this part of the space is done.
    void publish_share(double part);

    /// A thread has come to its end.
    void add(const Findings& findings);

    /// After all threads have: what they found.
    struct Outcome {
        BudgetCounts counts;
        OutcomeCounts outcomes{};
        std::vector<Found> violations;  ///< of guarantees that no smaller budget breaks
        bool shared = false;            ///< more than one thread had a part
        std::uint64_t share = 0;        ///< added to `Progress::share`
    };
    /// Rethrows what `fail` was given.
    [[nodiscard]] Outcome finish();

private:
    const ExhaustiveRequest& request_;
    const std::size_t fault_budget_;
    const BrokenGuarantees known_;
    const double portion_;
    VisitedSet visited_;
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> states_{0};
    std::atomic<std::size_t> stack_bytes_{0};

    std::mutex mutex_;  // of all below
    BrokenGuarantees broken_;
    Outcome outcome_;
    double share_ = 0;
    std::exception_ptr trouble_;
};

}  // namespace onceproof::explore
