#include "harness/why.hpp"

#include "model/base/ensure.hpp"
#include "model/explore/odds.hpp"

namespace onceproof::harness {
namespace {

constexpr std::uint64_t seed_of_continuations = 1;

}  // namespace

std::vector<double> bug_probability(
    world::World& world, const TracedReplay& traced, std::uint64_t cases
) {
    ENSURE(traced.result.violation.has_value());
    const std::vector<std::uint64_t> broken = explore::odds(
        world,
        {.schedule = traced.result.schedule,
         .guarantee = traced.result.violation->guarantee,
         .cases = cases,
         .seed = seed_of_continuations}
    );
    std::vector<double> probability;
    for (const std::size_t number : traced.numbers) {
        probability.push_back(
            static_cast<double>(broken.at(number - 1)) / static_cast<double>(cases)
        );
    }
    return probability;
}

}  // namespace onceproof::harness
