#include "model/explore/extent.hpp"

#include <algorithm>
#include <bitset>
#include <limits>

#include "model/base/random.hpp"
#include "model/explore/draw.hpp"

namespace onceproof::explore {

namespace {

constexpr std::uint64_t drawn_runs = 15;

class Measure {
public:
    Measure(TransitionSystem& system, std::size_t fault_budget, const Limits& limits)
        : system_(system), fault_budget_(fault_budget), limits_(limits), meter_(limits) {}

    std::optional<Extent> run(std::uint64_t seed) {
        walk([](std::span<const Option>, bool) { return std::size_t{0}; });
        const std::uint64_t calm_places = extent_.places;
        for (std::uint64_t number = 0; number < drawn_runs && !stopped_; ++number) {
            // Numbers from the far end: no sampled case has the same.
            Random random(case_seed(seed, std::numeric_limits<std::uint64_t>::max() - number));
            walk([&](std::span<const Option> options, bool may_strike) {
                const bool strike = may_strike && random.below(calm_places + 1) < fault_budget_;
                return strike ? draw_option(options, random, is_fault)
                              : draw_option(options, random, is_calm);
            });
        }
        meter_.publish();
        return stopped_ ? std::nullopt : std::optional(extent_);
    }

private:
    template <class Choose>
    void walk(const Choose& choose) {
        std::uint64_t steps = 0;
        std::uint64_t places = 0;
        std::size_t struck = 0;
        system_.reset(fault_budget_);
        while (!system_.enabled().empty() && steps < limits_.steps_max && !stopped_) {
            const std::span<const Option> options = system_.enabled();
            const bool place = std::ranges::any_of(options, is_fault);
            std::size_t index = 0;
            if (look(options)) {
                index = choose(options, place && struck + 1 < fault_budget_);
            }
            places += place ? 1 : 0;
            struck += is_fault(options[index]) ? 1 : 0;
            ++steps;
            system_.take(index);
            stopped_ = meter_.transition();
        }
        extent_.steps = std::max(extent_.steps, steps);
        extent_.places = std::max(extent_.places, places);
    }

    /// Counts who can go on calmly. False if nobody can.
    bool look(std::span<const Option> options) {
        bool calm = false;
        for (const Option& option : options) {
            if (is_calm(option)) {
                calm = true;
                seen_.set(option.actor);
            }
        }
        extent_.actors = seen_.count();
        return calm;
    }

    TransitionSystem& system_;
    const std::size_t fault_budget_;
    const Limits& limits_;
    Meter meter_;
    Extent extent_;
    std::bitset<256> seen_;  // by actor
    bool stopped_ = false;
};

}  // namespace

std::optional<Extent> measure_extent(
    TransitionSystem& system, std::uint64_t seed, std::size_t fault_budget, const Limits& limits
) {
    return Measure(system, fault_budget, limits).run(seed);
}

}  // namespace onceproof::explore
