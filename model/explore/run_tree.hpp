#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/explore/schedule.hpp"

namespace onceproof::explore {

/// Many runs that share their beginnings: each node is a step and knows the node before it.
class RunTree {
public:
    using Node = std::uint32_t;
    static constexpr Node root = 0;

    /// The run up to `parent` and one step more.
    Node add(Node parent, const Taken& step) {
        entries_.push_back({parent, step});
        return static_cast<Node>(entries_.size());
    }

    [[nodiscard]] std::size_t depth(Node node) const {
        std::size_t steps = 0;
        for (; node != root; node = entries_[node - 1].parent) {
            ++steps;
        }
        return steps;
    }

    /// The whole run from the initial state up to `node`.
    [[nodiscard]] Schedule schedule(Node node, std::size_t fault_budget) const {
        Schedule schedule{fault_budget, {}};
        for (; node != root; node = entries_[node - 1].parent) {
            schedule.steps.push_back(entries_[node - 1].step);
        }
        std::reverse(schedule.steps.begin(), schedule.steps.end());
        return schedule;
    }

private:
    struct Entry {
        Node parent = root;
        Taken step;
    };
    std::vector<Entry> entries_;  // node n is entry n - 1
};

}  // namespace onceproof::explore
