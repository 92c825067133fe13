#include "model/explore/team.hpp"

#include <utility>

#include "model/base/ensure.hpp"
#include "model/explore/depth_first.hpp"

namespace onceproof::explore {

Team::~Team() {
    ENSURE(helpers_ == 0);
}

void Team::help(TransitionSystem& system) {
    std::unique_lock lock(mutex_);
    std::uint64_t seen = 0;
    ++helpers_;
    changed_.notify_all();
    const auto can_begin = [&] {
        return dismissed_ || (space_ != nullptr && spaces_ != seen);
    };
    for (changed_.wait(lock, can_begin); !dismissed_; changed_.wait(lock, can_begin)) {
        seen = spaces_;
        Space& space = *space_;
        ++inside_;
        lock.unlock();
        help_with(space, system);
        lock.lock();
        --inside_;
        changed_.notify_all();
    }
    --helpers_;
    changed_.notify_all();
}

void Team::await(std::size_t helpers) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return helpers_ >= helpers; });
}

void Team::dismiss() {
    std::unique_lock lock(mutex_);
    dismissed_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return helpers_ == 0; });
}

void Team::enter(Space& space) {
    const std::lock_guard lock(mutex_);
    ENSURE(space_ == nullptr);
    space_ = &space;
    ++spaces_;
    over_ = false;
    changed_.notify_all();
}

void Team::leave() {
    std::unique_lock lock(mutex_);
    space_ = nullptr;
    end_waiting();
    changed_.wait(lock, [&] { return inside_ == 0; });
    jobs_.clear();
    count_wanted();
}

void Team::call_helpers() {
    if (call_ && !std::exchange(called_, true)) {
        call_();
    }
}

void Team::offer(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    count_wanted();
    changed_.notify_all();
}

std::optional<Job> Team::take() {
    std::unique_lock lock(mutex_);
    ++idle_;
    if (idle_ == inside_ + 1 && jobs_.empty()) {
        end_waiting();
    }
    count_wanted();
    changed_.wait(lock, [&] { return over_ || !jobs_.empty(); });
    --idle_;
    if (over_) {
        count_wanted();
        return std::nullopt;
    }
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    count_wanted();
    return job;
}

void Team::stop() {
    const std::lock_guard lock(mutex_);
    end_waiting();
}

void Team::count_wanted() {
    const bool enough = over_ || jobs_.size() >= idle_;
    wanted_.store(enough ? 0 : idle_ - jobs_.size(), std::memory_order_relaxed);
}

void Team::end_waiting() {
    over_ = true;
    count_wanted();
    changed_.notify_all();
}

}  // namespace onceproof::explore
