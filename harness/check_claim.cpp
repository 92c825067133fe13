#include <algorithm>

#include "harness/decode_parts.hpp"
#include "harness/read_value.hpp"

namespace onceproof::harness {
namespace {

/// Says which of the names under `path` are not among `usable`.
void check_names(
    const Source& source,
    std::string_view path,
    std::string_view what,
    const std::vector<std::string>& usable
) {
    Problems said_already;  // that it is no list of strings, by the key table
    const std::vector<std::string_view> views(usable.begin(), usable.end());
    for (const Node& node : read_names(source.root, path, said_already)) {
        const std::string& name = *node.as<std::string>();
        if (std::ranges::find(usable, name) != usable.end()) continue;
        source.problems.add(
            node.place, unknown(std::string(what) + " of this scenario", name, views), known(views)
        );
    }
}

}  // namespace

void check_claim(const Source& source, const Scenario& scenario) {
    std::vector<std::string> usable;
    for (const StrategyUse& use : scenario.strategies) {
        usable.push_back(use.label());
        if (std::ranges::find(usable, use.name) == usable.end()) usable.push_back(use.name);
    }
    check_names(source, "scenario.claim_about", "strategy", usable);
    check_names(source, "scenario.claim_guarantees", "guarantee", scenario.guarantees);
    const Entry* section = source.root.find("scenario");
    const Table* table = section != nullptr ? section->value.as<Table>() : nullptr;
    if (table == nullptr || table->find("claim") != nullptr) return;
    for (const char* key : {"claim_number", "claim_about", "claim_guarantees"}) {
        if (const Entry* entry = table->find(key)) {
            source.problems.add(entry->place, in_quotes(key) + " without a claim");
        }
    }
}

}  // namespace onceproof::harness
