#include "harness/print.hpp"

#include <algorithm>

#include "harness/expectation.hpp"
#include "harness/schema.hpp"

namespace onceproof::harness {
namespace {

struct ToDatum {
    Datum operator()(bool flag) const { return flag; }
    Datum operator()(std::int64_t number) const { return number; }
    Datum operator()(const std::string& text) const { return text; }
    Datum operator()(Duration duration) const { return duration; }
};

std::string option_lines(const StrategyUse& use) {
    std::string lines;
    for (const auto& [name, value] : use.options) {
        lines += name + " = " + to_toml(std::visit(ToDatum{}, value)) + "\n";
    }
    return lines;
}

/// `key = value` for every key of one section of the table, in the table's order.
std::string section_lines(std::string_view section, const Slots& slots) {
    std::string lines;
    for (const KeySpec& key : keys()) {
        if (key.load == nullptr || !key.path.starts_with(section)) continue;
        if (key.path.size() <= section.size() || key.path[section.size()] != '.') continue;
        const std::string_view name = key.path.substr(section.size() + 1);
        const Datum datum = key.load(key, slots);
        if (datum == Datum(std::string())) continue;  // a text that was left out
        if (key.only_if_given && datum == default_of(key)) continue;
        lines.append(name).append(" = ").append(to_toml(datum)).append("\n");
    }
    return lines;
}

/// The parameters that the file gave, or that differ from what they are when left out.
std::string fault_lines(const FaultRule& rule) {
    FaultRule copy = rule;
    FaultRule untouched;
    Slots slots;
    Slots defaults;
    slots.fault = &copy;
    defaults.fault = &untouched;
    std::string lines;
    for (const KeySpec& key : keys()) {
        if (!key.path.starts_with("fault.")) continue;
        const std::string name(key.path.substr(std::string_view("fault.").size()));
        const Datum datum = key.load(key, slots);
        const bool given = std::ranges::find(rule.given, name) != rule.given.end();
        if (given || datum != key.load(key, defaults)) {
            lines += name + " = " + to_toml(datum) + "\n";
        }
    }
    return lines;
}

std::string strategy_sections(const Scenario& scenario) {
    std::vector<std::string> labels;
    std::string tables;
    for (const StrategyUse& use : scenario.strategies) {
        labels.push_back(use.label());
        if (!use.options.empty()) {
            tables += "\n[strategy." + quoted(use.label()) + "]\n" + option_lines(use);
        }
    }
    return "\n[strategies]\nuse = " + to_toml(Datum(labels)) + "\n" + tables;
}

}  // namespace

std::string print(const Scenario& scenario) {
    Scenario copy = scenario;
    Slots slots;
    slots.scenario = &copy;
    std::string text = "onceproof = " + std::to_string(format_version) + "\n";
    for (const auto& [path, value] : scenario.point) {
        text += "# sweep point: " + path + " = " + value + "\n";
    }
    const auto section = [&](std::string_view name) {
        text += "\n[" + std::string(name) + "]\n" + section_lines(name, slots);
    };
    const auto section_if_given = [&](std::string_view name) {
        if (!section_lines(name, slots).empty()) section(name);
    };
    section("scenario");
    section("workload");
    section("service");
    section_if_given("latency");
    text += strategy_sections(scenario);
    section("faults");
    for (const FaultRule& rule : scenario.faults) {
        text += "\n[[fault]]\n" + fault_lines(rule);
    }
    text += "\n[guarantees]\ncheck = " + to_toml(Datum(scenario.guarantees)) + "\n";
    section("settle");
    section("explore");
    for (const Expectation& expectation : scenario.expectations) {
        if (!fits_point(expectation, scenario)) continue;
        Expectation without_sweep = expectation;
        slots.expectation = &without_sweep;
        text += "\n[[expect]]\n" + section_lines("expect", slots);
    }
    for (const Regress& regress : scenario.regress) {
        text += "\n[[regress]]\ntoken = " + quoted(regress.token) + "\n";
        if (!regress.note.empty()) text += "note = " + quoted(regress.note) + "\n";
    }
    return text;
}

std::string canonical(const Scenario& scenario, const StrategyUse& use) {
    Scenario copy = scenario;
    Slots slots;
    slots.scenario = &copy;
    std::string text;
    for (const std::string_view section : {"workload", "service", "faults", "settle"}) {
        text.append("[").append(section).append("]\n").append(section_lines(section, slots));
    }
    text += section_lines("latency", slots);
    text += "[strategy]\nlabel = " + quoted(use.label()) + "\n" + option_lines(use);
    for (const FaultRule& rule : scenario.faults) {
        FaultRule plain = rule;
        // What a parameter is counts, not whether it was spelled out.
        plain.given.clear();
        text += "[[fault]]\n" + fault_lines(plain);
    }
    std::vector<std::string> guarantees = scenario.guarantees;
    std::ranges::sort(guarantees);
    return text + "[guarantees]\ncheck = " + to_toml(Datum(guarantees)) + "\n";
}

}  // namespace onceproof::harness
