#include "model/explore/exhaustive.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/explore/visited.hpp"

namespace onceproof::explore {

namespace {

/// A state on the current path with options that are still to be taken.
struct Frame {
    Snapshot snapshot;
    std::uint32_t depth = 0;
    std::uint16_t next = 0;
    std::uint16_t count = 0;
};

/// The search within one budget.
class Search {
public:
    Search(TransitionSystem& system, const ExhaustiveRequest& request, ExhaustiveResult& result)
        : system_(system), request_(request), result_(result), meter_(request.limits) {}

    BudgetCounts run(std::size_t fault_budget) {
        counts_.fault_budget = fault_budget;
        if (request_.limits.progress != nullptr) {
            request_.limits.progress->fault_budget = fault_budget;
        }
        system_.reset(fault_budget);
        bool fresh = remember();
        while (!ended_) {
            fresh = fresh ? descend() : turn();
        }
        meter_.publish();
        counts_.states = meter_.states();
        counts_.transitions = meter_.transitions();
        return counts_;
    }

private:
    /// From a state seen for the first time: its first option. True if that leads to another such
    /// state.
    bool descend() {
        const std::span<const Option> options = system_.enabled();
        if (options.empty()) {
            ++counts_.ends;
            return false;
        }
        if (options.size() > 1) {
            ENSURE(options.size() <= std::numeric_limits<std::uint16_t>::max());
            stack_.push_back({
                .snapshot = system_.save(),
                .depth = static_cast<std::uint32_t>(path_.size()),
                .next = 1,
                .count = static_cast<std::uint16_t>(options.size()),
            });
        }
        return step(0);
    }

    /// Back to the nearest state with an option left, and on by that one.
    bool turn() {
        if (stack_.empty()) {
            end(Ending::exhausted);
            return false;
        }
        Frame& top = stack_.back();
        system_.restore(top.snapshot);
        path_.resize(top.depth);
        const std::uint16_t index = top.next++;
        if (top.next == top.count) {
            stack_.pop_back();
        }
        return step(index);
    }

    bool step(std::uint16_t index) {
        const Option option = system_.enabled()[index];
        path_.push_back({option, index});
        system_.take(index);
        ++result_.outcomes[option.outcome];
        if (const auto violations = system_.violations(); !violations.empty()) {
            note(violations);
        }
        if (meter_.transition()) {
            end(Ending::stopped);
        }
        return remember();
    }

    bool remember() {
        if (!visited_.insert(system_.fingerprint())) {
            return false;
        }
        meter_.state();
        counts_.depth_max = std::max(counts_.depth_max, path_.size());
        if (visited_.size() > request_.limits.states_max) {
            end(Ending::states_limit);
        }
        return true;
    }

    void note(std::span<const Violation> violations) {
        for (const Violation& violation : violations) {
            if (!broken(violation.guarantee)) {
                result_.violations.push_back({violation, {counts_.fault_budget, path_}});
            }
        }
        const auto& wanted = request_.guarantees;
        const auto is_broken = [this](std::uint8_t guarantee) {
            return broken(guarantee);
        };
        if (!wanted.empty() && std::all_of(wanted.begin(), wanted.end(), is_broken)) {
            end(Ending::found);
        }
    }

    [[nodiscard]] bool broken(std::uint8_t guarantee) const {
        const auto& known = result_.violations;
        return std::any_of(known.begin(), known.end(), [guarantee](const Found& found) {
            return found.violation.guarantee == guarantee;
        });
    }

    void end(Ending ending) {
        if (!ended_) {
            ended_ = true;
            counts_.ending = ending;
        }
    }

    TransitionSystem& system_;
    const ExhaustiveRequest& request_;
    ExhaustiveResult& result_;
    Meter meter_;
    VisitedSet visited_;
    std::vector<Frame> stack_;
    std::vector<Taken> path_;
    BudgetCounts counts_;
    bool ended_ = false;
};

}  // namespace

ExhaustiveResult exhaustive(TransitionSystem& system, const ExhaustiveRequest& request) {
    ExhaustiveResult result;
    for (std::size_t budget = 0; budget <= request.fault_budget; ++budget) {
        Search search(system, request, result);
        result.budgets.push_back(search.run(budget));
        result.ending = result.budgets.back().ending;
        if (result.ending != Ending::exhausted) {
            break;
        }
    }
    return result;
}

}  // namespace onceproof::explore
