#include "model/explore/depth_first.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <exception>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/explore/branch_stack.hpp"
#include "model/explore/recent.hpp"
#include "model/explore/team.hpp"

namespace onceproof::explore {

namespace {

/// One thread's part of the search.
class DepthFirst {
public:
    DepthFirst(TransitionSystem& system, Space& space)
        : system_(system),
          space_(space),
          team_(space.team()),
          visited_(space.visited()),
          meter_(space.limits()),
          broken_(space.known()) {}

    void lead() {
        system_.reset(space_.fault_budget());
        weight_ = 1;
        work(remember());
        if (visitor_) {
            help();
        } else {
            finish();
        }
    }

    void help() {
        visitor_.reset();
        while (const std::optional<Job> job = team_->take()) {
            visitor_.emplace(visited_);
            adopt(*job);
            work(false);
            visitor_.reset();
        }
        finish();
    }

private:
    /// True if the set of states has become too large for the caches near the processor.
    [[nodiscard]] bool is_far() const { return visited_.bytes() >= std::size_t{1} << 20U; }

    /// Until nothing is left on the stack; `fresh`: the present state was never looked at.
    void work(bool fresh) {
        while (!space_.ended()) {
            if (fresh) {
                fresh = descend();
            } else if (!stack_.empty()) {
                fresh = turn();
            } else {
                break;
            }
        }
        finished_ += std::exchange(weight_, 0);
    }

    /// From a state seen for the first time: its first option. True if that leads to another such
    /// state.
    bool descend() {
        const std::size_t options = system_.enabled().size();
        if (options == 0) {
            ++findings_.ends;
            return false;
        }
        if (options > 1) {
            ENSURE(options <= std::numeric_limits<std::uint16_t>::max());
            weight_ /= static_cast<double>(options);
            Snapshot here = system_.save();
            Job::Branch part{
                .weight = weight_,
                .depth = static_cast<std::uint32_t>(path_.size()),
                .next = 1,
                .end = static_cast<std::uint16_t>(options)};
            if (is_far()) {
                part.known = look_ahead(here, std::min(options, Job::Branch::known_max));
            }
            if (part.skip_known()) {
                stack_.push(std::move(here), part);
            }
        }
        return step(0);
    }

    /// Takes all options of the present state but the first, and tells which of them lead to states
    /// that were seen before: those are done with. `here` is that state.
    ///
    /// Each look into a set too large for the processor's caches means waiting for memory. Here the
    /// waiting for one state goes on while the next one is made.
    std::uint64_t look_ahead(const Snapshot& here, std::size_t count) {
        std::uint64_t harmless = 0;
        for (std::size_t index = 1; index < count; ++index) {
            if (index > 1) {
                system_.restore(here);
            }
            system_.take(index);
            prints_[index] = system_.fingerprint();
            visited_.prefetch(prints_[index]);
            harmless |= system_.violations().empty() ? std::uint64_t{1} << index : 0;
        }
        system_.restore(here);
        std::uint64_t known = 0;
        for (std::uint64_t left = harmless; left != 0; left &= left - 1) {
            const auto index = static_cast<std::size_t>(std::countr_zero(left));
            if (visited_.sees(prints_[index])) {
                known |= std::uint64_t{1} << index;
                finished_ += weight_;
                count_step(system_.enabled()[index]);
            }
        }
        return known;
    }

    /// Back to the nearest state with an option left, and on by that one.
    bool turn() {
        if (team_ != nullptr && team_->wants_work()) {
            share();
        }
        Job::Branch& part = stack_.top().part;
        finished_ += std::exchange(weight_, part.weight);
        system_.restore(stack_.top().snapshot);
        path_.resize(part.depth);
        const std::uint16_t index = part.next++;
        if (!part.skip_known()) {
            stack_.pop();
        }
        return step(index);
    }

    bool step(std::uint16_t index) {
        const Option option = system_.enabled()[index];
        path_.push_back({option, index});
        system_.take(index);
        if (const auto violations = system_.violations(); !violations.empty()) {
            note(violations);
        }
        count_step(option);
        return remember();
    }

    void count_step(const Option& option) {
        ++findings_.outcomes[option.outcome];
        if (meter_.count()) {
            look_up();
        }
    }

    bool remember() {
        const Fingerprint print = system_.fingerprint();
        if (recent_.meets(print)) {
            return false;
        }
        if (is_far()) {
            // Of a new state it will be asked what may come next: found out while memory is waited
            // for, that costs nothing.
            visited_.prefetch(print);
            static_cast<void>(system_.enabled());
        }
        if (!(visitor_ ? visitor_->insert(print) : visited_.insert(print))) {
            return false;
        }
        meter_.state();
        findings_.depth_max = std::max(findings_.depth_max, path_.size());
        if (meter_.states() > space_.limits().states_max) {
            space_.end(Ending::states_limit);
        }
        return true;
    }

    void note(std::span<const Violation> violations) {
        for (const Violation& violation : violations) {
            if (!broken_.test(violation.guarantee)) {
                broken_.set(violation.guarantee);
                space_.note(violation, path_);
            }
        }
    }

    /// Now and then: tells the others how far it is.
    void look_up() {
        if (meter_.pause()) {
            space_.end(Ending::stopped);
        }
        if (visitor_) {
            visitor_->rest();
        } else if (team_ != nullptr && meter_.states() >= team_->alone_states()) {
            team_->call_helpers();
        }
        tell();
    }

    void tell() {
        const std::size_t bytes = stack_.bytes() + path_.capacity() * sizeof(Taken);
        space_.weigh(
            meter_.states() - std::exchange(states_told_, meter_.states()),
            bytes - std::exchange(bytes_told_, bytes)
        );
        space_.publish_share(std::exchange(finished_, 0));
    }

    /// Gives part of the stack to a thread that waits.
    void share() {
        if (!visitor_ && meter_.states() < team_->alone_states()) {
            return;
        }
        Job job = stack_.split(path_);
        if (!job.branches.empty()) {
            if (!visitor_) {
                visitor_.emplace(visited_);
            }
            findings_.shared = true;
            team_->offer(std::move(job));
        }
    }

    /// Makes a job's part of another stack the own one.
    void adopt(const Job& job) {
        system_.reset(space_.fault_budget());
        path_.clear();
        for (const Job::Branch& branch : job.branches) {
            while (path_.size() < branch.depth) {
                repeat(job.path[path_.size()]);
            }
            stack_.push(system_.save(), branch);
        }
    }

    void repeat(const Taken& step) {
        const std::span<const Option> options = system_.enabled();
        if (step.index >= options.size() || options[step.index] != step.option) {
            throw NotRepeatable(
                "the same run went another way when it was repeated: step " +
                std::to_string(path_.size() + 1) + " was " + system_.describe(step.option)
            );
        }
        path_.push_back(step);
        system_.take(step.index);
    }

    void finish() {
        meter_.publish();
        tell();
        findings_.states = meter_.states();
        findings_.transitions = meter_.transitions();
        space_.add(findings_);
    }

    TransitionSystem& system_;
    Space& space_;
    Team* const team_;
    VisitedSet& visited_;
    std::optional<VisitedSet::Visitor> visitor_;  // while others look at the space, too
    Meter meter_;
    Recent recent_;
    BrokenGuarantees broken_;
    BranchStack stack_;
    std::vector<Taken> path_;
    std::array<Fingerprint, Job::Branch::known_max> prints_;  // of the states looked ahead to
    Findings findings_;
    double weight_ = 0;    // of the present state
    double finished_ = 0;  // weight of what is done and not told yet
    std::uint64_t states_told_ = 0;
    std::size_t bytes_told_ = 0;
};

}  // namespace

void lead(Space& space, TransitionSystem& system) {
    try {
        DepthFirst(system, space).lead();
    } catch (...) {
        space.fail(std::current_exception());
    }
}

void help_with(Space& space, TransitionSystem& system) {
    try {
        DepthFirst(system, space).help();
    } catch (...) {
        space.fail(std::current_exception());
    }
}

}  // namespace onceproof::explore
