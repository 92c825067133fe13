#include "model/explore/fewest.hpp"

#include <utility>
#include <vector>

#include "model/explore/run_tree.hpp"
#include "model/explore/visited.hpp"

namespace onceproof::explore {

namespace {

class Search {
public:
    Search(TransitionSystem& system, const FewestRequest& request)
        : system_(system), request_(request), meter_(request.limits) {}

    FewestResult run() {
        system_.reset(request_.fault_budget);
        if (remember()) {
            go_calmly(RunTree::root, 0);
        }
        while (!ended_ && !result_.found && !next_.empty()) {
            ++result_.deviations;
            std::vector<Place> now = std::move(next_);
            next_.clear();
            for (Place& place : now) {
                deviate(place);
                held_ -= sizeof(Place) + place.snapshot->bytes();
                place.snapshot.reset();
                if (ended_) {
                    break;
                }
            }
        }
        // A limit within the layer changes nothing: all layers with fewer deviations were finished.
        if (result_.found) {
            result_.ending = Ending::found;
        }
        meter_.publish();
        result_.states = meter_.states();
        result_.transitions = meter_.transitions();
        return std::move(result_);
    }

private:
    /// A state with more than one option, to be left by one of those behind the first.
    struct Place {
        Snapshot snapshot;
        RunTree::Node node = RunTree::root;
        std::uint32_t depth = 0;
    };

    void deviate(const Place& place) {
        system_.restore(place.snapshot);
        const std::size_t count = system_.enabled().size();
        for (std::size_t index = 1; index < count && !ended_; ++index) {
            if (index > 1) {
                system_.restore(place.snapshot);
            }
            RunTree::Node node = place.node;
            if (step(node, place.depth, index)) {
                go_calmly(node, place.depth + 1);
            }
        }
    }

    /// On by option 0 until the run ends or comes to a known state.
    void go_calmly(RunTree::Node node, std::uint32_t depth) {
        for (bool fresh = true; fresh && !ended_; ++depth) {
            const std::size_t count = system_.enabled().size();
            if (count == 0) {
                return;
            }
            if (count > 1 && !result_.found) {
                next_.push_back({system_.save(), node, depth});
                held_ += sizeof(Place) + next_.back().snapshot->bytes();
            }
            fresh = step(node, depth, 0);
        }
    }

    /// Moves `node` on by one step. True if the state there is to be followed.
    bool step(RunTree::Node& node, std::uint32_t depth, std::size_t index) {
        const Taken taken{system_.enabled()[index], static_cast<std::uint16_t>(index)};
        system_.take(index);
        for (const Violation& violation : system_.violations()) {
            if (violation.guarantee == request_.guarantee) {
                keep(violation, node, depth, taken);
                return false;
            }
        }
        if (meter_.transition()) {
            end(Ending::stopped);
        }
        if (!remember()) {
            return false;
        }
        node = tree_.add(node, taken);
        return true;
    }

    void keep(
        const Violation& violation, RunTree::Node node, std::size_t depth, const Taken& last
    ) {
        if (result_.found && result_.found->schedule.steps.size() <= depth + 1) {
            return;
        }
        Schedule schedule = tree_.schedule(node, request_.fault_budget);
        schedule.steps.push_back(last);
        result_.found = Found{violation, std::move(schedule)};
    }

    /// States are told apart by their calm continuation too: equal states may order their options
    /// differently.
    bool remember() {
        Hasher hasher;
        hasher.add(system_.fingerprint());
        if (const auto options = system_.enabled(); !options.empty()) {
            const Option& calm = options[0];
            hasher.add(static_cast<std::uint64_t>(
                calm.actor | calm.operation << 8 | calm.object << 16 | calm.outcome << 24
            ));
        }
        if (!visited_.insert(hasher.finish())) {
            return false;
        }
        meter_.state();
        if (meter_.states() > request_.limits.states_max) {
            end(Ending::states_limit);
        }
        if (visited_.bytes() + held_ > request_.limits.memory_max) {
            end(Ending::memory_limit);
        }
        return true;
    }

    void end(Ending ending) {
        if (!ended_) {
            ended_ = true;
            result_.ending = ending;
        }
    }

    TransitionSystem& system_;
    const FewestRequest& request_;
    Meter meter_;
    VisitedSet visited_;
    RunTree tree_;
    std::vector<Place> next_;
    std::size_t held_ = 0;  // bytes, by the places and their snapshots
    FewestResult result_;
    bool ended_ = false;
};

}  // namespace

FewestResult fewest(TransitionSystem& system, const FewestRequest& request) {
    return Search(system, request).run();
}

}  // namespace onceproof::explore
