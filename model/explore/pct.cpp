#include "model/explore/pct.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/explore/draw.hpp"

namespace onceproof::explore {

namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t left, std::uint64_t right) {
    return right != 0 && left > largest / right ? largest : left * right;
}

class Priorities final : public Chooser {
public:
    explicit Priorities(std::size_t depth) : changes_(depth - 1) {}

    void begin(const Extent& extent, Random& random) override {
        steps_ = 0;
        for (std::uint64_t& change : changes_) {
            change = 1 + random.below(extent.steps);
        }
        // The upper half is for the start: every change leads below it. By a seed of its own, so
        // that no actor's priority depends on how many others there are.
        const std::uint64_t seed = random.next();
        for (std::size_t actor = 0; actor < priorities_.size(); ++actor) {
            priorities_[actor] = case_seed(seed, actor) | upper_half;
        }
    }

    [[nodiscard]] std::size_t choose(std::span<const Option> options, Random& random) override {
        const Option* first = nullptr;
        for (const Option& option : options) {
            if (is_calm(option) && (first == nullptr || precedes(option, *first))) {
                first = &option;
            }
        }
        ENSURE(first != nullptr);
        return draw_option(options, random, [actor = first->actor](const Option& option) {
            return is_calm(option) && option.actor == actor;
        });
    }

    void took(const Option& option) override {
        ++steps_;
        for (std::size_t change = 0; change < changes_.size(); ++change) {
            if (changes_[change] == steps_) {
                priorities_[option.actor] = change + 1;
            }
        }
    }

private:
    static constexpr std::uint64_t upper_half = std::uint64_t{1} << 63;

    [[nodiscard]] bool precedes(const Option& left, const Option& right) const {
        const std::uint64_t one = priorities_[left.actor];
        const std::uint64_t other = priorities_[right.actor];
        return one != other ? one > other : left.actor < right.actor;
    }

    std::vector<std::uint64_t> changes_;              // steps, from 1
    std::array<std::uint64_t, 256> priorities_ = {};  // by actor; the highest goes first
    std::uint64_t steps_ = 0;
};

}  // namespace

std::uint64_t pct_one_in(std::uint64_t actors, std::uint64_t steps, std::size_t depth) {
    std::uint64_t one_in = actors;
    for (std::size_t change = 1; change < depth; ++change) {
        one_in = product(one_in, steps);
    }
    return one_in;
}

PctResult pct(TransitionSystem& system, const SampleRequest& request, std::size_t depth) {
    ENSURE(depth >= 1);
    Priorities chooser(depth);
    PctResult result{sample(system, request, chooser)};
    const Extent& extent = result.sample.extent;
    result.one_in =
        product(pct_one_in(extent.actors, extent.steps, depth), request.fault_budget + 1);
    return result;
}

}  // namespace onceproof::explore
