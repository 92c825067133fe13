#include <algorithm>

#include "harness/decode_parts.hpp"
#include "harness/read_value.hpp"
#include "harness/schema.hpp"

namespace onceproof::harness {
namespace {

/// Reads one `where` entry: a swept path and one or more of its values.
void decode_where(
    const Source& source, const Sweep& sweep, const Entry& entry, Expectation& expectation
) {
    if (sweep.points.empty()) return;  // the sweep itself is wrong, and that has been said
    const auto axis = std::ranges::find(sweep.axes, entry.key, &Axis::path);
    if (axis == sweep.axes.end()) {
        std::vector<std::string_view> paths;
        for (const Axis& swept : sweep.axes)
            paths.push_back(swept.path);
        std::string message = "\"where\" may only name swept paths: ";
        message += unknown("path", entry.key, paths);
        source.problems.add(
            entry.place, std::move(message), paths.empty() ? "nothing is swept" : known(paths)
        );
        return;
    }
    std::vector<std::string> swept_values;
    for (const Node& value : axis->values)
        swept_values.push_back(spelled(value));
    const List* several = entry.value.as<List>();
    const List wanted = several != nullptr ? *several : List{entry.value};
    if (wanted.empty()) {
        source.problems.add(entry.value.place, in_quotes(entry.key) + " has no value to match");
    }
    for (const Node& value : wanted) {
        const std::string text = spelled(value);
        if (std::ranges::find(swept_values, text) == swept_values.end()) {
            const std::vector<std::string_view> views(swept_values.begin(), swept_values.end());
            source.problems.add(
                value.place, in_quotes(entry.key) + " never takes " + in_quotes(text), known(views)
            );
        }
        expectation.where[entry.key].push_back(text);
    }
}

void check_strategy(const Source& source, const Scenario& scenario, const Node& node) {
    const auto* name = node.as<std::string>();
    if (name == nullptr || *name == "*") return;
    std::vector<std::string> usable;
    for (const StrategyUse& use : scenario.strategies) {
        usable.push_back(use.name);
        usable.push_back(use.label());
    }
    if (std::ranges::find(usable, *name) != usable.end()) return;
    const auto& all = source.vocabulary.strategies;
    const std::string plain = name->substr(0, name->find('/'));
    const bool exists = std::ranges::find(all, plain, &StrategySpec::name) != all.end();
    const std::vector<std::string_view> views(usable.begin(), usable.end());
    source.problems.add(
        node.place,
        exists ? "strategy \"" + *name + "\" is not used here" : unknown("strategy", *name, views),
        "* or one of [strategies] use"
    );
}

void check_guarantee(const Source& source, const Scenario& scenario, const Node& node) {
    const auto* name = node.as<std::string>();
    if (name == nullptr || *name == "*") return;
    if (std::ranges::find(scenario.guarantees, *name) != scenario.guarantees.end()) return;
    const auto& all = source.vocabulary.guarantees;
    const std::vector<std::string_view> views(all.begin(), all.end());
    const bool exists = std::ranges::find(all, *name) != all.end();
    source.problems.add(
        node.place,
        exists ? "guarantee \"" + *name + "\" is not checked here"
               : unknown("guarantee", *name, views),
        exists ? "" : known(views)
    );
}

/// A gap explains a violation, so only an expected one can have it.
void check_window(const Source& source, const Expectation& expectation, const Entry& entry) {
    const auto* name = entry.value.as<std::string>();
    if (name == nullptr) return;
    const auto& all = source.vocabulary.windows;
    const std::vector<std::string_view> views(all.begin(), all.end());
    if (std::ranges::find(all, *name) == all.end()) {
        source.problems.add(entry.value.place, unknown("window", *name, views), known(views));
    } else if (!expectation.violated) {
        source.problems.add(entry.place, "a window explains verdict = \"violated\" only");
    }
}

Expectation decode_expectation(
    const Source& source, const Scenario& scenario, const Sweep& sweep, const Node& node
) {
    const Table& table = *node.as<Table>();
    Expectation expectation;
    Slots slots;
    slots.expectation = &expectation;
    read_table(table, "expect", slots, source.problems);
    require(table, node.place, "verdict", source.problems);
    expectation.file = node.place.source->file;
    expectation.line = node.place.line;
    if (const Entry* strategy = table.find("strategy")) {
        check_strategy(source, scenario, strategy->value);
    }
    if (const Entry* guarantee = table.find("guarantee")) {
        check_guarantee(source, scenario, guarantee->value);
    }
    if (const Entry* window = table.find("window")) check_window(source, expectation, *window);
    const Entry* where = table.find("where");
    if (where == nullptr) return expectation;
    if (const auto* paths = where->value.as<Table>()) {
        for (const Entry& entry : paths->entries) {
            decode_where(source, sweep, entry, expectation);
        }
    } else {
        source.problems.add(
            where->value.place, "\"where\" is a table, not " + std::string(type_name(where->value))
        );
    }
    return expectation;
}

}  // namespace

std::vector<Expectation> decode_expectations(
    const Source& source, const Scenario& scenario, const Sweep& sweep
) {
    std::vector<Expectation> expectations;
    for (const Node* node : tables_of(source, "expect")) {
        expectations.push_back(decode_expectation(source, scenario, sweep, *node));
    }
    return expectations;
}

std::vector<Regress> decode_regress(const Source& source) {
    std::vector<Regress> entries;
    for (const Node* node : tables_of(source, "regress")) {
        Regress regress;
        Slots slots;
        slots.regress = &regress;
        const Table& table = *node->as<Table>();
        read_table(table, "regress", slots, source.problems);
        require(table, node->place, "token", source.problems);
        const Entry* token = table.find("token");
        regress.place = token == nullptr ? node->place : token->value.place;
        entries.push_back(std::move(regress));
    }
    return entries;
}

std::vector<std::string> decode_guarantees(const Source& source) {
    const auto& all = source.vocabulary.guarantees;
    const Entry* section = source.root.find("guarantees");
    const Table* table = section != nullptr ? section->value.as<Table>() : nullptr;
    const Entry* check = table != nullptr ? table->find("check") : nullptr;
    if (check == nullptr) return all;
    std::vector<std::string> names;
    const std::vector<std::string_view> views(all.begin(), all.end());
    for (const Node& node : read_names(source.root, "guarantees.check", source.problems)) {
        const std::string& name = *node.as<std::string>();
        if (name == "*") {
            names = all;
        } else if (std::ranges::find(all, name) == all.end()) {
            source.problems.add(node.place, unknown("guarantee", name, views), known(views));
        } else if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    const List* list = check->value.as<List>();
    if (list != nullptr && list->empty()) {
        source.problems.add(check->value.place, "nothing to check", "leave it out to check all");
    }
    return names;
}

}  // namespace onceproof::harness
