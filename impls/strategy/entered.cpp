#include "impls/strategy/entered.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::strategy {
namespace {

struct Entries {
    std::vector<Info> infos{};
    bool closed = false;
};

Entries& entries() {
    // Written to before `main` begins, and never behind the first reading.
    static Entries all;
    return all;
}

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

/// What is wrong with the value that a preset gives an option; empty: nothing.
std::string trouble_of(const Info& info, std::string_view name, const OptionValue& value) {
    const auto option = std::ranges::find(info.options, name, &OptionInfo::name);
    const std::string start = " sets option " + quoted(name);
    if (option == info.options.end()) return start + ", which the strategy has not";
    if (option->value.index() != value.index()) return start + " to a value of another type";
    const auto* word = std::get_if<std::string>(&value);
    if (word != nullptr && std::ranges::find(option->words, *word) == option->words.end()) {
        return start + " to " + quoted(*word) + ", which is none of its words";
    }
    return {};
}

void add_problems(const Info& info, std::vector<std::string>& problems) {
    const std::string strategy = "strategy " + quoted(info.name);
    if (!is_strategy_name(info.name)) {
        problems.push_back(
            strategy + ": a name is small letters, digits and hyphens, a letter first"
        );
    }
    if (info.make == nullptr || info.uses_tasks == nullptr) {
        problems.push_back(strategy + " does not say how it is made: `make` or `uses_tasks`");
    }
    if (info.presets.empty()) {
        problems.push_back(strategy + " has no preset");
    }
    for (const Preset& preset : info.presets) {
        for (const auto& [name, value] : preset.options) {
            const std::string trouble = trouble_of(info, name, value);
            if (!trouble.empty()) {
                problems.push_back(strategy + ": preset " + quoted(preset.name) + trouble);
            }
        }
    }
}

}  // namespace

bool is_strategy_name(std::string_view name) {
    const auto is_small = [](char c) {
        return c >= 'a' && c <= 'z';
    };
    return !name.empty() && is_small(name.front()) && std::ranges::all_of(name, [&](char c) {
        return is_small(c) || (c >= '0' && c <= '9') || c == '-';
    });
}

void enter(Info info) {
    ENSURE(!entries().closed);
    entries().infos.push_back(std::move(info));
}

std::vector<Info> entered() {
    Entries& all = entries();
    all.closed = true;
    std::vector<Info> infos = all.infos;
    // The order of sources in a program is the linker's.
    std::ranges::stable_sort(infos, {}, &Info::name);
    return infos;
}

std::vector<std::string> problems_of(std::span<const Info> infos) {
    std::vector<std::string> problems;
    for (const Info& info : infos) {
        add_problems(info, problems);
        if (&*std::ranges::find(infos, info.name, &Info::name) != &info) {
            problems.push_back("two strategies have the name " + quoted(info.name));
        }
    }
    return problems;
}

}  // namespace onceproof::strategy
