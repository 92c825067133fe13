#include "model/explore/exhaustive.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/explore/depth_first.hpp"
#include "model/explore/space.hpp"
#include "model/explore/team.hpp"

namespace onceproof::explore {

namespace {

/// A budget's share of the work, by estimate: each has four times the states of the one before.
double portion_of(std::size_t budget, std::size_t budget_max) {
    double all = 0;
    for (std::size_t each = 0; each <= budget_max; ++each) {
        all += std::pow(4.0, each);
    }
    return std::pow(4.0, budget) / all;
}

/// The team's stay in a space.
class Visit {
public:
    explicit Visit(Space& space) : team_(space.team()) {
        if (team_ != nullptr) {
            team_->enter(space);
        }
    }
    ~Visit() {
        if (team_ != nullptr) {
            team_->leave();
        }
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

private:
    Team* team_;
};

Space::Outcome search(
    TransitionSystem& system,
    const ExhaustiveRequest& request,
    std::size_t budget,
    const BrokenGuarantees& known
) {
    Space space(request, budget, known, portion_of(budget, request.fault_budget));
    {
        const Visit visit(space);
        lead(space, system);
    }
    return space.finish();
}

/// Which violation of a guarantee several threads find first, and how many states they have seen by
/// then, is chance. One thread looks for the same guarantees again, and finds what it would have
/// found alone.
void settle(
    TransitionSystem& system,
    const ExhaustiveRequest& request,
    const BrokenGuarantees& known,
    Space::Outcome& outcome
) {
    ExhaustiveRequest alone = request;
    alone.team = nullptr;
    alone.limits.progress = nullptr;
    const bool early = outcome.counts.ending == Ending::found;
    if (!early) {
        alone.guarantees.clear();
        for (const Found& found : outcome.violations) {
            alone.guarantees.push_back(found.violation.guarantee);
        }
    }
    Space::Outcome again = search(system, alone, outcome.counts.fault_budget, known);
    if (again.counts.ending != Ending::found) {
        return;  // a limit
    }
    if (early) {
        again.share = outcome.share;
        outcome = std::move(again);
    } else {
        outcome.violations = std::move(again.violations);
    }
}

}  // namespace

ExhaustiveResult exhaustive(TransitionSystem& system, const ExhaustiveRequest& request) {
    ExhaustiveResult result;
    BrokenGuarantees known;
    std::uint64_t share = 0;
    for (std::size_t budget = 0; budget <= request.fault_budget; ++budget) {
        Space::Outcome outcome = search(system, request, budget, known);
        if (outcome.shared && !outcome.violations.empty()) {
            settle(system, request, known, outcome);
        }
        share += outcome.share;
        for (std::size_t code = 0; code < result.outcomes.size(); ++code) {
            result.outcomes[code] += outcome.outcomes[code];
        }
        for (Found& found : outcome.violations) {
            known.set(found.violation.guarantee);
            result.violations.push_back(std::move(found));
        }
        result.budgets.push_back(outcome.counts);
        result.ending = outcome.counts.ending;
        if (result.ending != Ending::exhausted) {
            break;
        }
    }
    if (request.limits.progress != nullptr) {
        request.limits.progress->share += Progress::whole - share;
    }
    return result;
}

}  // namespace onceproof::explore
