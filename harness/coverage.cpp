#include "harness/coverage.hpp"

#include "harness/stage.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/ensure.hpp"
#include "model/world/reach.hpp"

namespace onceproof::harness {
namespace {

std::string name_of(const FaultRule& fault) {
    return fault.at == "any" ? fault.kind : fault.kind + " at " + fault.at;
}

std::string idle_text(const FaultRule& fault, const RuleCount& count) {
    if (count.offered == 0) return name_of(fault) + " never struck";
    return name_of(fault) + " never struck, though it could have " + std::to_string(count.offered) +
           " times";
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

Coverage coverage_of(
    const Scenario& scenario, const StrategyUse& use, std::span<const RuleCount> counts
) {
    ENSURE(counts.size() == scenario.faults.size());
    const std::vector<world::Target> targets = targets_of(scenario, use);
    const std::vector<world::FaultRule> rules = rules_of(scenario.faults);
    const auto kind_struck = [&](world::FaultKind kind) {
        for (std::size_t i = 0; i < rules.size(); ++i) {
            if (rules[i].kind == kind && counts[i].struck > 0) return true;
        }
        return false;
    };
    Coverage coverage;
    coverage.applies = rules.empty();
    coverage.faults.reserve(rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const FaultRule& fault = scenario.faults[i];
        const bool in_reach = counts[i].struck > 0 || world::can_reach(rules[i], targets);
        coverage.faults.push_back(
            {.kind = fault.kind,
             .at = fault.at,
             .offered = counts[i].offered,
             .struck = counts[i].struck,
             .in_reach = in_reach}
        );
        if (!in_reach) continue;
        coverage.applies = true;
        if (kind_struck(rules[i].kind)) continue;
        coverage.idle += (coverage.idle.empty() ? "" : ", ");
        coverage.idle += idle_text(fault, counts[i]);
    }
    return coverage;
}

}  // namespace onceproof::harness
