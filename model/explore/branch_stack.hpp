#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/explore/job.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// The states on the current run of a depth-first search that have options left, with snapshots to
/// come back to them.
class BranchStack {
public:
    struct Branch {
        Snapshot snapshot = {};
        Job::Branch part = {};
    };

    [[nodiscard]] bool empty() const { return branches_.empty(); }
    [[nodiscard]] Branch& top() { return branches_.back(); }

    void push(Snapshot snapshot, const Job::Branch& part) {
        snapshot_bytes_ += snapshot->bytes();
        branches_.push_back({std::move(snapshot), part});
    }

    void pop() {
        snapshot_bytes_ -= top().snapshot->bytes();
        branches_.pop_back();
    }

    /// Takes out about half of what is left to do: every other state from the initial one on, or
    /// half of the options if there is one state only. That gives large parts and small ones to
    /// both sides. `run` is the current run. A job without branches: there is nothing to divide.
    [[nodiscard]] Job split(const std::vector<Taken>& run);

    /// Memory held by the stack and its snapshots.
    [[nodiscard]] std::size_t bytes() const {
        return snapshot_bytes_ + branches_.capacity() * sizeof(Branch);
    }

private:
    std::vector<Branch> branches_;
    std::size_t snapshot_bytes_ = 0;
};

}  // namespace onceproof::explore
