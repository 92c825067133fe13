#include "harness/check_regress.hpp"

#include <algorithm>
#include <string>

#include "harness/problems.hpp"
#include "harness/stage.hpp"
#include "model/explore/token.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {
namespace {

bool has_cell(std::span<const Scenario> scenarios, const std::string& id, std::uint32_t cell) {
    return std::ranges::any_of(scenarios, [&](const Scenario& scenario) {
        return scenario.id == id &&
               std::ranges::any_of(scenario.strategies, [&](const StrategyUse& use) {
                   return identity_of(scenario, use).cell == cell;
               });
    });
}

/// Empty: it is a good one.
std::string trouble_with(
    const Regress& regress, const Scenario& scenario, std::span<const Scenario> scenarios
) {
    const explore::DecodedToken decoded = explore::decode(regress.token);
    if (!decoded.token.has_value()) {
        return "bad token: " + decoded.error;
    }
    const std::size_t number = decoded.token->guarantee;
    if (number < 1 || number > guarantee::all.size()) {
        return "bad token: it names a guarantee that this version does not know";
    }
    if (!has_cell(scenarios, scenario.id, decoded.token->cell)) {
        return "the token is of no cell of this scenario";
    }
    const std::string_view name = guarantee::all[number - 1].name;
    if (std::ranges::find(scenario.guarantees, name) == scenario.guarantees.end()) {
        return "the token broke " + std::string(name) + ", which is not checked here";
    }
    return "";
}

}  // namespace

std::vector<Diagnostic> check_regress(std::span<const Scenario> scenarios) {
    Problems problems;
    for (const Scenario& scenario : scenarios) {
        for (const Regress& regress : scenario.regress) {
            const std::string trouble = trouble_with(regress, scenario, scenarios);
            if (!trouble.empty()) {
                problems.add(regress.place, trouble, "printed by: onceproof run");
            }
        }
    }
    return problems.take();
}

}  // namespace onceproof::harness
