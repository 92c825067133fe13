#include "model/explore/shortest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/explore/run_tree.hpp"
#include "model/explore/visited.hpp"

namespace onceproof::explore {

namespace {

class Search {
public:
    Search(TransitionSystem& system, const ShortestRequest& request)
        : system_(system), request_(request), meter_(request.limits) {}

    ShortestResult run() {
        system_.reset(request_.fault_budget);
        visited_.insert(system_.fingerprint());
        remember(RunTree::root);
        for (std::size_t depth = 0; !frontier_.empty() && !ended_; ++depth) {
            result_.depth = depth;
            std::vector<Place> now = std::move(frontier_);
            frontier_.clear();
            for (Place& place : now) {
                expand(place);
                held_ -= sizeof(Place) + place.snapshot->bytes();
                place.snapshot.reset();
                if (ended_) {
                    break;
                }
            }
        }
        meter_.publish();
        result_.states = meter_.states();
        result_.transitions = meter_.transitions();
        return std::move(result_);
    }

private:
    struct Place {
        Snapshot snapshot;
        RunTree::Node node = RunTree::root;
    };

    void expand(const Place& place) {
        system_.restore(place.snapshot);
        const std::size_t count = system_.enabled().size();
        result_.ends += count == 0 ? 1 : 0;
        for (std::size_t index = 0; index < count && !ended_; ++index) {
            if (index > 0) {
                system_.restore(place.snapshot);
            }
            step(place.node, index);
        }
    }

    void step(RunTree::Node from, std::size_t index) {
        const Taken taken{system_.enabled()[index], static_cast<std::uint16_t>(index)};
        system_.take(index);
        for (const Violation& violation : system_.violations()) {
            if (violation.guarantee == request_.guarantee) {
                Schedule schedule = tree_.schedule(from, request_.fault_budget);
                schedule.steps.push_back(taken);
                result_.found = Found{violation, std::move(schedule)};
                result_.depth = result_.found->schedule.steps.size();
                end(Ending::found);
                break;
            }
        }
        if (meter_.transition()) {
            end(Ending::stopped);
        }
        if (visited_.insert(system_.fingerprint())) {
            remember(tree_.add(from, taken));
        }
    }

    /// The present state is a new one.
    void remember(RunTree::Node node) {
        frontier_.push_back({system_.save(), node});
        held_ += sizeof(Place) + frontier_.back().snapshot->bytes();
        meter_.state();
        if (meter_.states() > request_.limits.states_max) {
            end(Ending::states_limit);
        }
        if (visited_.bytes() + held_ > request_.limits.memory_max) {
            end(Ending::memory_limit);
        }
    }

    void end(Ending ending) {
        if (!ended_) {
            ended_ = true;
            result_.ending = ending;
        }
    }

    TransitionSystem& system_;
    const ShortestRequest& request_;
    Meter meter_;
    VisitedSet visited_;
    RunTree tree_;
    std::vector<Place> frontier_;
    std::size_t held_ = 0;  // bytes, by the places and their snapshots
    ShortestResult result_;
    bool ended_ = false;
};

}  // namespace

ShortestResult shortest(TransitionSystem& system, const ShortestRequest& request) {
    return Search(system, request).run();
}

}  // namespace onceproof::explore
