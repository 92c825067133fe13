#include <algorithm>
#include <set>

#include "harness/decode_parts.hpp"
#include "harness/read_value.hpp"

namespace onceproof::harness {
namespace {

const StrategySpec* find_strategy(
    const Source& source, const std::string& name, const Place& place
) {
    const auto& known_ones = source.vocabulary.strategies;
    const auto found = std::ranges::find(known_ones, name, &StrategySpec::name);
    if (found != known_ones.end()) return &*found;
    source.problems.add(
        place, unknown("strategy", name, names_of(known_ones)), "known: onceproof list strategies"
    );
    return nullptr;
}

bool preset_is_known(
    const Source& source, const StrategySpec& spec, const std::string& preset, const Place& place
) {
    if (std::ranges::find(spec.presets, preset) != spec.presets.end()) return true;
    const std::vector<std::string_view> names(spec.presets.begin(), spec.presets.end());
    source.problems.add(
        place,
        unknown("preset of " + spec.name, preset, names),
        names.empty() ? spec.name + " has no presets" : known(names)
    );
    return false;
}

/// "NAME" or "NAME/PRESET".
struct Label {
    std::string name;
    std::string preset;
    bool has_preset = false;
};

Label split_label(const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return {text, "", false};
    return {text.substr(0, slash), text.substr(slash + 1), true};
}

/// The table of options under exactly this label, or null.
const Table* options_under(const Source& source, const std::string& label) {
    const Entry* section = source.root.find("strategy");
    const Table* sections = section != nullptr ? section->value.as<Table>() : nullptr;
    const Entry* entry = sections != nullptr ? sections->find(label) : nullptr;
    return entry != nullptr ? entry->value.as<Table>() : nullptr;
}

void read_preset_key(
    const Source& source, const StrategySpec& spec, const Label& label, const Entry& entry
) {
    if (label.has_preset) {
        source.problems.add(entry.place, "the preset stands in the table's name already");
        return;
    }
    const auto* preset = entry.value.as<std::string>();
    if (preset == nullptr) {
        source.problems.add(
            entry.value.place, "\"preset\" is a string, not " + std::string(type_name(entry.value))
        );
        return;
    }
    preset_is_known(source, spec, *preset, entry.value.place);
}

/// Checks one `[strategy."…"]` table, used or not.
void check_options(const Source& source, const Entry& section) {
    const Label label = split_label(section.key);
    const StrategySpec* spec = find_strategy(source, label.name, section.place);
    if (spec == nullptr) return;
    if (label.has_preset && !preset_is_known(source, *spec, label.preset, section.place)) return;
    const Table* table = section.value.as<Table>();
    if (table == nullptr) {
        source.problems.add(
            section.value.place,
            in_quotes(section.key) + " is a table, not " + std::string(type_name(section.value))
        );
        return;
    }
    for (const Entry& entry : table->entries) {
        const auto option = std::ranges::find(spec->options, entry.key, &OptionSpec::name);
        if (option != spec->options.end()) {
            static_cast<void>(read_option(*option, entry.value, source.problems));
        } else if (entry.key == "preset") {
            read_preset_key(source, *spec, label, entry);
        } else {
            auto names = names_of(spec->options);
            if (!label.has_preset && !spec->presets.empty()) names.emplace_back("preset");
            source.problems.add(
                entry.place, unknown("option of " + spec->name, entry.key, names), known(names)
            );
        }
    }
}

void apply_options(
    const Source& source, const StrategySpec& spec, const std::string& label, StrategyUse& use
) {
    const Table* table = options_under(source, label);
    if (table == nullptr) return;
    Problems said_already;  // by check_options
    for (const Entry& entry : table->entries) {
        const auto option = std::ranges::find(spec.options, entry.key, &OptionSpec::name);
        if (option == spec.options.end()) continue;
        if (auto value = read_option(*option, entry.value, said_already)) {
            use.options[entry.key] = std::move(*value);
        }
    }
}

/// The preset for a plain name: the one that `[strategy."NAME"]` gives, or the first.
std::string default_preset(const Source& source, const StrategySpec& spec) {
    const Table* table = options_under(source, spec.name);
    const bool is_option =
        std::ranges::find(spec.options, "preset", &OptionSpec::name) != spec.options.end();
    const Entry* entry = table != nullptr && !is_option ? table->find("preset") : nullptr;
    const auto* preset = entry != nullptr ? entry->value.as<std::string>() : nullptr;
    if (preset != nullptr) return *preset;
    return spec.presets.empty() ? std::string() : spec.presets.front();
}

}  // namespace

std::vector<StrategyUse> decode_strategies(const Source& source) {
    const Entry* section = source.root.find("strategy");
    if (section != nullptr) {
        if (const auto* table = section->value.as<Table>()) {
            std::ranges::for_each(table->entries, [&](const Entry& entry) {
                check_options(source, entry);
            });
        } else {
            source.problems.add(section->value.place, "\"strategy\" is a table");
        }
    }
    std::vector<StrategyUse> uses;
    std::set<std::string> labels;
    for (const Node& node : read_names(source.root, "strategies.use", source.problems)) {
        const Label label = split_label(*node.as<std::string>());
        const StrategySpec* spec = find_strategy(source, label.name, node.place);
        if (spec == nullptr) continue;
        if (label.has_preset && !preset_is_known(source, *spec, label.preset, node.place)) {
            continue;
        }
        StrategyUse use;
        use.name = label.name;
        use.preset = label.has_preset ? label.preset : default_preset(source, *spec);
        apply_options(source, *spec, use.name, use);
        if (!use.preset.empty()) apply_options(source, *spec, use.label(), use);
        if (!labels.insert(use.label()).second) {
            source.problems.add(node.place, in_quotes(use.label()) + " is used twice");
        }
        uses.push_back(std::move(use));
    }
    return uses;
}

}  // namespace onceproof::harness
