#include "harness/expectation.hpp"

#include <algorithm>

namespace onceproof::harness {
namespace {

bool speaks_of(
    const Expectation& expectation,
    const Scenario& scenario,
    const StrategyUse& use,
    std::string_view guarantee
) {
    const std::string& strategy = expectation.strategy;
    if (strategy != "*" && strategy != use.name && strategy != use.label()) return false;
    if (expectation.guarantee != "*" && expectation.guarantee != guarantee) return false;
    return fits_point(expectation, scenario);
}

}  // namespace

bool fits_point(const Expectation& expectation, const Scenario& scenario) {
    return std::ranges::all_of(expectation.where, [&](const auto& condition) {
        const auto value = scenario.point.find(condition.first);
        return value != scenario.point.end() &&
               std::ranges::find(condition.second, value->second) != condition.second.end();
    });
}

const Expectation* expectation_for(
    const Scenario& scenario, const StrategyUse& use, std::string_view guarantee
) {
    const auto found =
        std::ranges::find_if(scenario.expectations, [&](const Expectation& expectation) {
            return speaks_of(expectation, scenario, use, guarantee);
        });
    return found == scenario.expectations.end() ? nullptr : &*found;
}

}  // namespace onceproof::harness
