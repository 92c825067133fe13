#include <algorithm>

#include "harness/decode_parts.hpp"
#include "harness/read_value.hpp"

namespace onceproof::harness {
namespace {

/// Where the option stands in the table under that label; null if it does not.
const Place* place_under(
    const Source& source, const std::string& label, const std::string& option
) {
    const Entry* section = source.root.find("strategy");
    const Table* sections = section != nullptr ? section->value.as<Table>() : nullptr;
    const Entry* entry = sections != nullptr ? sections->find(label) : nullptr;
    const Table* options = entry != nullptr ? entry->value.as<Table>() : nullptr;
    const Entry* found = options != nullptr ? options->find(option) : nullptr;
    return found != nullptr ? &found->value.place : nullptr;
}

/// The `use` entry that the use comes from: its label, or its plain name.
Place place_of(const Source& source, const StrategyUse& use) {
    Problems said_already;
    const List entries = read_names(source.root, "strategies.use", said_already);
    for (const std::string& text : {use.label(), use.name}) {
        const auto entry = std::ranges::find_if(entries, [&](const Node& node) {
            return *node.as<std::string>() == text;
        });
        if (entry != entries.end()) return entry->place;
    }
    return {};
}

void tell(const Source& source, const StrategyUse& use, const RuleBreach& breach) {
    const std::string message =
        "rule of " + use.label() + " for " + in_quotes(breach.option) + ": " + breach.rule;
    for (const std::string& label : {use.label(), use.name}) {
        if (const Place* place = place_under(source, label, breach.option)) {
            source.problems.add(*place, message, "its options: onceproof list strategies");
            return;
        }
    }
    source.problems.add(
        place_of(source, use),
        message,
        "the preset has it so; set it in [strategy." + in_quotes(use.label()) + "]"
    );
}

}  // namespace

Duration retry_window(const Workload& workload) {
    Duration window{0};
    for (std::size_t attempt = 0; attempt < workload.attempts; ++attempt) {
        window += workload.timeout;
        if (attempt > 0 && !workload.backoff.empty()) {
            window += workload.backoff[std::min(attempt, workload.backoff.size()) - 1];
        }
    }
    // Callers that no start is given for begin at 0.
    std::vector<Duration> starts = workload.starts;
    starts.resize(std::max<std::size_t>(workload.callers, 1), Duration{0});
    const auto [first, last] = std::ranges::minmax(starts);
    return window + (last - first);
}

void check_rules(const Source& source, const Scenario& scenario) {
    for (const StrategyUse& use : scenario.strategies) {
        const auto spec =
            std::ranges::find(source.vocabulary.strategies, use.name, &StrategySpec::name);
        if (spec == source.vocabulary.strategies.end() || !spec->rules) continue;
        for (const RuleBreach& breach : spec->rules(use, retry_window(scenario.workload))) {
            tell(source, use, breach);
        }
    }
}

}  // namespace onceproof::harness
