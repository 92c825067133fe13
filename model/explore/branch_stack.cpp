#include "model/explore/branch_stack.hpp"

#include <utility>

namespace onceproof::explore {

Job BranchStack::split(const std::vector<Taken>& run) {
    Job job;
    if (branches_.empty()) {
        return job;
    }
    if (branches_.size() == 1) {
        Job::Branch& only = top().part;
        const int left = only.end - only.next;
        if (left < 2) {
            return job;
        }
        const auto middle = static_cast<std::uint16_t>(only.end - left / 2);
        Job::Branch given = only;
        given.next = middle;
        only.end = middle;
        if (!given.skip_known()) {
            return job;
        }
        job.branches.push_back(given);
    } else {
        std::vector<Branch> kept;
        for (std::size_t place = 0; place < branches_.size(); ++place) {
            Branch& branch = branches_[place];
            if (place % 2 == 0) {
                job.branches.push_back(branch.part);
                snapshot_bytes_ -= branch.snapshot->bytes();
            } else {
                kept.push_back(std::move(branch));
            }
        }
        branches_ = std::move(kept);
    }
    const auto depth = static_cast<std::ptrdiff_t>(job.branches.back().depth);
    job.path.assign(run.begin(), run.begin() + depth);
    return job;
}

}  // namespace onceproof::explore
