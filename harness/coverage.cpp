#include "harness/coverage.hpp"

#include <algorithm>

#include "harness/stage.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/ensure.hpp"
#include "model/world/reach.hpp"

namespace onceproof::harness {
namespace {

std::string idle_text(const reports::FaultCount& fault) {
    const std::string name = fault.at == "any" ? fault.kind : fault.kind + " at " + fault.at;
    if (fault.offered == 0) return name + " never struck";
    return name + " never struck, though it could have " + std::to_string(fault.offered) + " times";
}

}  // namespace

std::vector<world::Target> targets_of(const Scenario& scenario, const StrategyUse& use) {
    const strategy::Info* info = strategy::find(use.name);
    ENSURE(info != nullptr);
    const bool in_transaction = scenario.workload.effect == Effect::in_transaction;
    std::vector<world::Target> targets{world::Target::service};
    const bool spared = info->uses_kv != nullptr && !info->uses_kv(options_of(*info, use));
    if (info->needs_kv && !spared) targets.push_back(world::Target::redis);
    if (info->needs_sql || in_transaction) targets.push_back(world::Target::database);
    if (info->needs_broker || scenario.workload.consumers > 0) {
        targets.push_back(world::Target::broker);
    }
    if (!in_transaction) targets.push_back(world::Target::gateway);
    return targets;
}

std::vector<reports::FaultCount> fault_counts(
    const Scenario& scenario, const StrategyUse& use, std::span<const RuleCount> counts
) {
    ENSURE(counts.size() == scenario.faults.size());
    const std::vector<world::Target> targets = targets_of(scenario, use);
    const std::vector<world::FaultRule> rules = rules_of(scenario.faults);
    std::vector<reports::FaultCount> faults;
    faults.reserve(rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        faults.push_back(
            {.kind = scenario.faults[i].kind,
             .at = scenario.faults[i].at,
             .offered = counts[i].offered,
             .struck = counts[i].struck,
             .in_reach = counts[i].struck > 0 || world::can_reach(rules[i], targets)}
        );
    }
    return faults;
}

Coverage coverage_of(std::span<const reports::FaultCount> faults) {
    const auto kind_struck = [&](const std::string& kind) {
        return std::ranges::any_of(faults, [&](const reports::FaultCount& fault) {
            return fault.kind == kind && fault.struck > 0;
        });
    };
    Coverage coverage;
    coverage.applies = faults.empty();
    for (const reports::FaultCount& fault : faults) {
        if (!fault.in_reach) continue;
        coverage.applies = true;
        if (kind_struck(fault.kind)) continue;
        coverage.idle += (coverage.idle.empty() ? "" : ", ");
        coverage.idle += idle_text(fault);
    }
    return coverage;
}

}  // namespace onceproof::harness
