#include "model/explore/space.hpp"

#include <algorithm>
#include <utility>

#include "model/explore/team.hpp"

namespace onceproof::explore {

Space::Space(
    const ExhaustiveRequest& request,
    std::size_t fault_budget,
    const BrokenGuarantees& known,
    double portion
)
    : request_(request),
      fault_budget_(fault_budget),
      known_(known),
      portion_(portion),
      broken_(known) {
    outcome_.counts.fault_budget = fault_budget;
    if (request.limits.progress != nullptr) {
        request.limits.progress->fault_budget = fault_budget;
    }
}

void Space::end(Ending ending) {
    {
        const std::lock_guard lock(mutex_);
        if (ended_) {
            return;
        }
        outcome_.counts.ending = ending;
        ended_ = true;
    }
    if (team() != nullptr) {
        team()->stop();
    }
}

void Space::fail(std::exception_ptr trouble) {
    {
        const std::lock_guard lock(mutex_);
        trouble_ = std::move(trouble);
    }
    end(Ending::stopped);
}

void Space::note(const Violation& violation, const std::vector<Taken>& path) {
    bool all = false;
    {
        const std::lock_guard lock(mutex_);
        if (broken_.test(violation.guarantee)) {
            return;
        }
        broken_.set(violation.guarantee);
        outcome_.violations.push_back({violation, {fault_budget_, path}});
        const auto& wanted = request_.guarantees;
        all = !wanted.empty() && std::ranges::all_of(wanted, [this](std::uint8_t guarantee) {
            return broken_.test(guarantee);
        });
    }
    if (all) {
        end(Ending::found);
    }
}

void Space::weigh(std::uint64_t states, std::size_t stack_bytes) {
    constexpr auto order = std::memory_order_relaxed;
    const std::uint64_t all = states_.fetch_add(states, order) + states;
    const std::size_t stacks = stack_bytes_.fetch_add(stack_bytes, order) + stack_bytes;
    if (all > limits().states_max) {
        end(Ending::states_limit);
    }
    if (stacks + visited_.bytes() > limits().memory_max) {
        end(Ending::memory_limit);
    }
}

void Space::publish_share(double part) {
    if (limits().progress == nullptr) {
        return;
    }
    const std::lock_guard lock(mutex_);
    share_ = std::min(1.0, share_ + part);
    const auto whole = static_cast<double>(Progress::whole);
    const auto all = static_cast<std::uint64_t>(share_ * portion_ * whole);
    limits().progress->share += all - outcome_.share;
    outcome_.share = all;
}

void Space::add(const Findings& findings) {
    const std::lock_guard lock(mutex_);
    BudgetCounts& counts = outcome_.counts;
    counts.states += findings.states;
    counts.transitions += findings.transitions;
    counts.ends += findings.ends;
    counts.depth_max = std::max(counts.depth_max, findings.depth_max);
    for (std::size_t outcome = 0; outcome < findings.outcomes.size(); ++outcome) {
        outcome_.outcomes[outcome] += findings.outcomes[outcome];
    }
    outcome_.shared |= findings.shared;
}

Space::Outcome Space::finish() {
    publish_share(1);
    if (trouble_ != nullptr) {
        std::rethrow_exception(trouble_);
    }
    return std::move(outcome_);
}

}  // namespace onceproof::explore
