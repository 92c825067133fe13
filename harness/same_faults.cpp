#include "harness/same_faults.hpp"

#include <algorithm>
#include <chrono>

#include "harness/problems.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/text.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/only_faults.hpp"

namespace onceproof::harness {
namespace {

/// True if the catalog has the strategy, and the preset if one is named.
bool exists(const std::string& label) {
    const std::size_t slash = label.find('/');
    const strategy::Info* info = strategy::find(label.substr(0, slash));
    return info != nullptr &&
           (slash == std::string::npos ||
            std::ranges::find(info->presets, label.substr(slash + 1), &strategy::Preset::name) !=
                info->presets.end());
}

/// One kind of fault of the recorded run, by any rule of the scenario that is of it.
struct Kind {
    world::FaultKind kind = world::FaultKind::none;
    explore::FaultAllowance allowance;
};

std::optional<world::FaultKind> kind_of(const world::World& world, std::uint8_t outcome) {
    const auto& rules = world.config().faults;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        if (world.outcome_of(rule) == outcome) return rules[rule].kind;
    }
    return std::nullopt;
}

Kind& entry_of(std::vector<Kind>& kinds, const world::World& world, world::FaultKind kind) {
    const auto known = std::ranges::find(kinds, kind, &Kind::kind);
    if (known != kinds.end()) return *known;
    kinds.push_back({kind, {}});
    const auto& rules = world.config().faults;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        if (rules[rule].kind == kind) {
            kinds.back().allowance.outcomes.push_back(world.outcome_of(rule));
        }
    }
    return kinds.back();
}

std::optional<std::vector<Kind>> kinds_of(const world::World& world, const explore::Token& token) {
    std::vector<Kind> kinds;
    for (const explore::Deviation& deviation : token.deviations) {
        if (deviation.take.outcome == 0) continue;
        const auto kind = kind_of(world, deviation.take.outcome);
        if (!kind.has_value()) return std::nullopt;
        ++entry_of(kinds, world, *kind).allowance.max;
    }
    return kinds;
}

}  // namespace

std::variant<const StrategyUse*, std::string> find_use(
    const Scenario& scenario, const std::string& name
) {
    std::vector<const StrategyUse*> namesakes;
    std::vector<std::string> labels;
    for (const StrategyUse& use : scenario.strategies) {
        if (use.label() == name) return &use;
        if (use.name == name) namesakes.push_back(&use);
        labels.push_back(use.label());
    }
    if (namesakes.size() == 1) return namesakes.front();
    if (!namesakes.empty()) {
        return "strategy " + in_quotes(name) +
               " is used with several presets; name one: " + namesakes.front()->label() + " or " +
               namesakes.back()->label();
    }
    if (exists(name)) {
        return scenario.id + " does not use strategy " + in_quotes(name) +
               "; it uses: " + join(labels, ", ");
    }
    std::vector<std::string_view> candidates(labels.begin(), labels.end());
    for (const StrategyUse& use : scenario.strategies) {
        candidates.push_back(use.name);
    }
    return unknown("strategy", name, candidates);
}

std::optional<SameFaults> search_same_faults(
    world::World& world,
    const Scenario& scenario,
    const StrategyUse& use,
    const explore::Token& token,
    std::uint64_t states_max
) {
    const std::optional<std::vector<Kind>> kinds = kinds_of(world, token);
    if (!kinds.has_value()) return std::nullopt;
    world.order_by_time(token.case_seed);
    SameFaults same;
    std::vector<explore::FaultAllowance> allowances;
    for (const Kind& kind : *kinds) {
        allowances.push_back(kind.allowance);
        same.faults.insert(
            same.faults.end(), kind.allowance.max, std::string(world::info_of(kind.kind).name)
        );
    }
    explore::OnlyFaults system(world, allowances);
    explore::Limits limits =
        limits_until(std::chrono::steady_clock::now() + scenario.time_max, scenario, {});
    limits.states_max = std::min(limits.states_max, states_max);
    const explore::ExhaustiveResult searched = explore::exhaustive(
        system,
        {.fault_budget = same.faults.size(), .guarantees = {token.guarantee}, .limits = limits}
    );
    same.ending = searched.ending;
    same.states = searched.budgets.back().states;
    for (const Kind& kind : *kinds) {
        const auto never = [&](std::uint8_t outcome) {
            return searched.outcomes[outcome] == 0;
        };
        if (std::ranges::all_of(kind.allowance.outcomes, never)) {
            same.idle.emplace_back(world::info_of(kind.kind).name);
        }
    }
    for (explore::Found found : searched.violations) {
        found.schedule.case_seed = token.case_seed;
        if (found.violation.guarantee == token.guarantee) {
            same.smallest = smallest(system, found, identity_of(scenario, use), limits);
        }
    }
    return same;
}

}  // namespace onceproof::harness
