#include <algorithm>
#include <optional>

#include "harness/decode_parts.hpp"
#include "harness/read_value.hpp"

namespace onceproof::harness {
namespace {

constexpr auto* rule_of_consumers =
    "where the load is messages or there are consumers, every strategy has a consumer of its own";

/// What the strategy has not, or misses; empty: it can live with the workload.
std::optional<std::string> trouble_of(const StrategySpec& spec, const Workload& workload) {
    const std::string strategy = "strategy " + in_quotes(spec.name);
    if (!spec.consumes && workload.load == "messages") {
        return strategy + " has no consumer, but workload.load is \"messages\"";
    }
    if (!spec.consumes && workload.consumers > 0) {
        return strategy + " has no consumer, but workload.consumers is " +
               std::to_string(workload.consumers);
    }
    if (spec.needs_broker && workload.consumers == 0) {
        return strategy + " needs a broker, but workload.consumers is 0";
    }
    if (spec.relays && workload.relays == 0) {
        return strategy + " needs a relay, but workload.relays is 0";
    }
    return std::nullopt;
}

std::string rule_for(const StrategySpec& spec) {
    if (!spec.consumes) return rule_of_consumers;
    return spec.relays ? "write: workload.consumers and workload.relays, each at least 1"
                       : "write: workload.consumers of at least 1";
}

}  // namespace

void check_messages(const Source& source, const Scenario& scenario) {
    const Workload& workload = scenario.workload;
    if (workload.load == "messages" && workload.consumers == 0) {
        const Entry* section = source.root.find("workload");
        const Table* table = section->value.as<Table>();
        source.problems.add(
            table->find("load")->value.place,
            "messages that nobody consumes: workload.consumers is 0",
            "write: consumers = 1"
        );
        return;
    }
    const auto& known_ones = source.vocabulary.strategies;
    for (const Node& node : read_names(source.root, "strategies.use", source.problems)) {
        const std::string label = *node.as<std::string>();
        const auto spec =
            std::ranges::find(known_ones, label.substr(0, label.find('/')), &StrategySpec::name);
        if (spec == known_ones.end()) continue;
        if (const auto trouble = trouble_of(*spec, workload)) {
            source.problems.add(node.place, *trouble, rule_for(*spec));
        }
    }
}

}  // namespace onceproof::harness
