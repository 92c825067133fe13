#include <algorithm>

#include "harness/decode_parts.hpp"
#include "harness/read_value.hpp"
#include "harness/schema.hpp"

namespace onceproof::harness {
namespace {

std::string_view group_of(std::string_view point) {
    return point.substr(0, point.find('.'));
}

bool takes(const FaultSpec& spec, std::string_view parameter) {
    if (parameter == "at") return spec.at;
    if (parameter == "for") return spec.duration;
    if (parameter == "lose") return spec.lose;
    if (parameter == "key") return spec.key;
    if (parameter == "max") return spec.max;
    return true;  // `kind` and `rate`; unknown ones have been reported by the key table
}

/// "any", every group and every operation that this kind of fault can strike.
std::vector<std::string_view> filters_for(const FaultSpec& spec, const Vocabulary& vocabulary) {
    std::vector<std::string_view> filters{"any"};
    const auto& points = spec.points.empty() ? vocabulary.points : spec.points;
    for (const std::string& point : points) {
        if (std::ranges::find(filters, group_of(point)) == filters.end()) {
            filters.push_back(group_of(point));
        }
    }
    for (const std::string& point : points) {
        if (std::ranges::find(filters, point) == filters.end()) filters.emplace_back(point);
    }
    return filters;
}

void check_filter(const Source& source, const FaultSpec& spec, const Entry& entry) {
    const auto* at = entry.value.as<std::string>();
    if (at == nullptr) return;
    const auto filters = filters_for(spec, source.vocabulary);
    if (std::ranges::find(filters, *at) != filters.end()) return;
    const bool exists =
        std::ranges::find(source.vocabulary.points, *at) != source.vocabulary.points.end();
    source.problems.add(
        entry.value.place,
        exists ? "fault \"" + spec.name + "\" cannot strike \"" + *at + "\""
               : unknown("operation", *at, filters),
        spec.points.empty() ? "known: onceproof list points" : known(filters)
    );
}

void decode_fault(const Source& source, const Node& node, std::vector<FaultRule>& rules) {
    const Table& table = *node.as<Table>();
    FaultRule rule;
    Slots slots;
    slots.fault = &rule;
    read_table(table, "fault", slots, source.problems);
    require(table, node.place, "kind", source.problems);
    if (rule.kind.empty()) return;
    const auto& kinds = source.vocabulary.faults;
    const auto spec = std::ranges::find(kinds, rule.kind, &FaultSpec::name);
    if (spec == kinds.end()) {
        source.problems.add(
            table.find("kind")->value.place,
            unknown("fault", rule.kind, names_of(kinds)),
            "known: onceproof list faults"
        );
        return;
    }
    for (const Entry& entry : table.entries) {
        if (!takes(*spec, entry.key)) {
            source.problems.add(
                entry.place, "fault \"" + rule.kind + "\" takes no \"" + entry.key + "\""
            );
        } else if (entry.key == "at") {
            check_filter(source, *spec, entry);
        }
        if (entry.key != "kind") rule.given.push_back(entry.key);
    }
    if (spec->duration && table.find("for") == nullptr) {
        source.problems.add(
            table.find("kind")->value.place, "fault \"" + rule.kind + "\" needs \"for\""
        );
    }
    rules.push_back(std::move(rule));
}

/// A run counts how often each table has struck, and its options carry a number for each of one
/// kind.
constexpr std::size_t faults_max = 16;
constexpr std::ptrdiff_t faults_of_a_kind_max = 8;

void check_count(
    const Source& source,
    const std::vector<const Node*>& tables,
    const std::vector<FaultRule>& rules
) {
    if (tables.size() > faults_max) {
        source.problems.add(tables[faults_max]->place, "more than 16 [[fault]] tables");
    }
    for (const FaultRule& rule : rules) {
        if (std::ranges::count(rules, rule.kind, &FaultRule::kind) > faults_of_a_kind_max) {
            source.problems.add(
                tables.front()->place, "more than 8 [[fault]] tables of kind " + rule.kind
            );
            return;
        }
    }
}

}  // namespace

std::vector<FaultRule> decode_faults(const Source& source, Mode mode) {
    std::vector<FaultRule> rules;
    const auto tables = tables_of(source, "fault");
    for (const Node* node : tables) {
        decode_fault(source, *node, rules);
    }
    check_count(source, tables, rules);
    const Entry* section = source.root.find("faults");
    const Table* faults = section != nullptr ? section->value.as<Table>() : nullptr;
    if (mode != Mode::timed && !tables.empty() &&
        (faults == nullptr || faults->find("budget") == nullptr)) {
        source.problems.add(
            tables.front()->place,
            "[[fault]] without a budget never strikes",
            "write: [faults] budget = 1"
        );
    }
    return rules;
}

}  // namespace onceproof::harness
