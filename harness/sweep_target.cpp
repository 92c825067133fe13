#include "harness/sweep_target.hpp"

#include <algorithm>
#include <charconv>

#include "harness/read_value.hpp"
#include "harness/schema.hpp"

namespace onceproof::harness {
namespace {

std::vector<std::string> split(const std::string& path) {
    std::vector<std::string> parts(1);
    for (const char letter : path) {
        if (letter == '.') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

std::string without_quotes(std::string name) {
    std::erase(name, '"');
    return name;
}

/// What one path is resolved with.
struct Resolver {
    const std::string& path;
    const Place& place;
    const Table& root;
    const Vocabulary& vocabulary;
    Problems& problems;

    std::optional<SweepTarget> fail(std::string message, std::string note = {}) const {
        problems.add(place, std::move(message), std::move(note));
        return std::nullopt;
    }

    /// True if a `use` entry is `name` or one of its presets (or exactly `name` with a preset).
    [[nodiscard]] bool in_use(const std::string& name) const {
        Problems ignored;  // the list itself is checked when the strategies are read
        return std::ranges::any_of(
            read_names(root, "strategies.use", ignored),
            [&](const Node& node) {
                const std::string& used = *node.as<std::string>();
                const bool whole = name.find('/') != std::string::npos;
                return used == name || (!whole && used.substr(0, used.find('/')) == name) ||
                       (whole && used == name.substr(0, name.find('/')));
            }
        );
    }

    [[nodiscard]] std::optional<SweepTarget> option() const {
        const std::size_t first = path.find('.');
        const std::size_t last = path.rfind('.');
        if (first == last) {
            return fail(in_quotes(path) + " names no option", "strategy.NAME.OPTION");
        }
        const std::string name = without_quotes(path.substr(first + 1, last - first - 1));
        const std::string option = path.substr(last + 1);
        const std::string plain = name.substr(0, name.find('/'));
        const auto spec = std::ranges::find(vocabulary.strategies, plain, &StrategySpec::name);
        if (spec == vocabulary.strategies.end()) {
            return fail(
                unknown("strategy", plain, names_of(vocabulary.strategies)),
                "known: onceproof list strategies"
            );
        }
        if (std::ranges::find(spec->options, option, &OptionSpec::name) == spec->options.end()) {
            const auto names = names_of(spec->options);
            return fail(unknown("option of " + plain, option, names), known(names));
        }
        if (!in_use(name)) {
            return fail("strategy \"" + name + "\" is not used here");
        }
        return SweepTarget{std::nullopt, {"strategy", name, option}};
    }

    /// Which `[[fault]]` the word names: its number from 1, or its kind if that is listed once.
    [[nodiscard]] std::optional<std::size_t> fault_index(const std::string& word) const {
        const Entry* entry = root.find("fault");
        const List* faults = entry != nullptr ? entry->value.as<List>() : nullptr;
        const std::size_t count = faults != nullptr ? faults->size() : 0;
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc{} && end == word.data() + word.size()) {
            return number >= 1 && number <= count ? std::optional(number - 1) : std::nullopt;
        }
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < count; ++i) {
            const auto* table = (*faults)[i].as<Table>();
            const Entry* kind = table != nullptr ? table->find("kind") : nullptr;
            const auto* name = kind != nullptr ? kind->value.as<std::string>() : nullptr;
            if (name == nullptr || *name != word) continue;
            if (found) return std::nullopt;
            found = i;
        }
        return found;
    }

    [[nodiscard]] std::optional<SweepTarget> fault(const std::vector<std::string>& parts) const {
        if (parts.size() != 3) {
            return fail(in_quotes(path) + " names no parameter", "fault.N.PARAMETER, N from 1");
        }
        const auto names = names_in("fault");
        if (std::ranges::find(names, parts[2]) == names.end()) {
            return fail(unknown("parameter of a fault", parts[2], names), known(names));
        }
        const auto index = fault_index(parts[1]);
        if (!index) {
            return fail(
                "no fault \"" + parts[1] + "\" here", "its number from 1, or a kind listed once"
            );
        }
        return SweepTarget{index, {parts[2]}};
    }

    [[nodiscard]] std::optional<SweepTarget> key(const std::vector<std::string>& parts) const {
        const KeySpec* spec = find_key(path);
        if (spec != nullptr && sweepable(*spec)) {
            return SweepTarget{std::nullopt, parts};
        }
        constexpr auto note =
            "swept can be: workload, service, latency, faults.budget, fault, strategy";
        if (spec != nullptr || !names_in(path).empty()) {
            return fail(in_quotes(path) + " cannot be swept", note);
        }
        std::vector<std::string_view> paths;
        for (const KeySpec& candidate : keys()) {
            if (sweepable(candidate)) paths.push_back(candidate.path);
        }
        return fail(unknown("path", path, paths), note);
    }
};

}  // namespace

std::optional<SweepTarget> sweep_target(
    const std::string& path,
    const Place& place,
    const Table& root,
    const Vocabulary& vocabulary,
    Problems& problems
) {
    const Resolver resolver{path, place, root, vocabulary, problems};
    const std::vector<std::string> parts = split(path);
    if (parts.front() == "strategy") return resolver.option();
    if (parts.front() == "fault") return resolver.fault(parts);
    return resolver.key(parts);
}

}  // namespace onceproof::harness
