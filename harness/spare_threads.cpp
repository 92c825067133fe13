#include "harness/spare_threads.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::harness {

void SpareThreads::serve() {
    std::unique_lock lock(mutex_);
    ENSURE(busy_ > 0);
    --busy_;
    changed_.notify_all();
    for (;;) {
        changed_.wait(lock, [&] { return busy_ == 0 || !open_.empty(); });
        if (open_.empty()) {
            return;
        }
        Opening& opening = loneliest();
        ++opening.inside_;
        lock.unlock();
        opening.help_();
        lock.lock();
        --opening.inside_;
        changed_.notify_all();
    }
}

SpareThreads::Opening& SpareThreads::loneliest() const {
    return **std::ranges::min_element(open_, {}, &Opening::inside_);
}

SpareThreads::Opening::Opening(SpareThreads& spare, std::function<void()> help)
    : spare_(spare), help_(std::move(help)) {}

SpareThreads::Opening::~Opening() {
    std::unique_lock lock(spare_.mutex_);
    spare_.changed_.wait(lock, [&] { return inside_ == 0; });
}

void SpareThreads::Opening::open() {
    const std::lock_guard lock(spare_.mutex_);
    spare_.open_.push_back(this);
    spare_.changed_.notify_all();
}

void SpareThreads::Opening::close() {
    const std::lock_guard lock(spare_.mutex_);
    std::erase(spare_.open_, this);
}

}  // namespace onceproof::harness
