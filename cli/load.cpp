#include "cli/load.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>
#include <utility>

#include "cli/terminal.hpp"
#include "harness/check_regress.hpp"
#include "harness/decode.hpp"
#include "harness/decode_for.hpp"
#include "harness/known.hpp"
#include "harness/problems.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::cli {
namespace {

Loaded refuse(const std::vector<harness::Diagnostic>& diagnostics) {
    std::fputs(harness::render(diagnostics).c_str(), stderr);
    const bool unreadable = std::ranges::any_of(diagnostics, [](const auto& diagnostic) {
        return diagnostic.trouble == harness::Trouble::io;
    });
    return {{}, unreadable ? ExitCode::io : ExitCode::bad_data};
}

Loaded only(const std::string& filter, std::vector<harness::Scenario> scenarios) {
    const std::optional<harness::Filter> wanted = filter_from(filter);
    if (!wanted.has_value()) {
        return {{}, ExitCode::usage};
    }
    std::vector<harness::Scenario> selected = harness::select(*wanted, scenarios);
    if (!selected.empty()) {
        return {std::move(selected), ExitCode::ok};
    }
    std::fprintf(
        stderr,
        "onceproof: the filter selects nothing: %s\n",
        harness::why_nothing(*wanted, scenarios).c_str()
    );
    return {{}, ExitCode::nothing_selected};
}

/// What is wrong with the name of a strategy, "name" or "name/preset"; empty: nothing.
std::string trouble_with(const std::string& label) {
    const std::size_t slash = label.find('/');
    const std::string name = label.substr(0, slash);
    const strategy::Info* info = strategy::find(name);
    if (info == nullptr) {
        return harness::unknown(
            "strategy", name, harness::names_of(harness::known_vocabulary().strategies)
        );
    }
    if (slash == std::string::npos) return {};
    const std::string preset = label.substr(slash + 1);
    std::vector<std::string_view> presets;
    for (const strategy::Preset& each : info->presets) {
        if (each.name == preset) return {};
        presets.push_back(each.name);
    }
    return harness::unknown("preset of " + name, preset, presets);
}

/// The files with that strategy alone. A file that is good, but not with it, is left out.
Loaded load_with(const std::vector<std::string>& files, const std::string& strategy) {
    if (const std::string trouble = trouble_with(strategy); !trouble.empty()) {
        return {{}, refuse(ExitCode::usage, trouble)};
    }
    const harness::Vocabulary& vocabulary = harness::known_vocabulary();
    Loaded loaded;
    std::vector<harness::Diagnostic> diagnostics;
    for (const std::string& file : files) {
        harness::Decoded decoded = harness::decode_for(file, strategy, vocabulary);
        if (decoded.ok()) {
            std::ranges::move(decoded.scenarios, std::back_inserter(loaded.scenarios));
        } else if (harness::decode_file(file, vocabulary).ok()) {
            loaded.left_out.push_back(file + ": " + decoded.diagnostics.front().message);
        } else {
            std::ranges::move(decoded.diagnostics, std::back_inserter(diagnostics));
        }
    }
    if (!diagnostics.empty()) {
        return refuse(diagnostics);
    }
    if (loaded.scenarios.empty()) {
        loaded.trouble =
            refuse(ExitCode::nothing_selected, "no scenario is left: " + loaded.left_out.front());
    }
    return loaded;
}

Loaded load_as_they_stand(const std::vector<std::string>& files) {
    harness::Decoded decoded = harness::decode_files(files, harness::known_vocabulary());
    if (!decoded.ok()) {
        return refuse(decoded.diagnostics);
    }
    const auto wrong_tokens = harness::check_regress(decoded.scenarios);
    if (!wrong_tokens.empty()) {
        return refuse(wrong_tokens);
    }
    return {std::move(decoded.scenarios), ExitCode::ok};
}

}  // namespace

std::optional<harness::Filter> filter_from(const std::string& text) {
    auto parsed = harness::parse_filter(text);
    if (const auto* error = std::get_if<harness::FilterError>(&parsed)) {
        std::fprintf(
            stderr,
            "onceproof: bad filter, column %zu: %s\n    %s\n    %s^\n",
            error->column,
            error->message.c_str(),
            text.c_str(),
            std::string(error->column - 1, ' ').c_str()
        );
        return std::nullopt;
    }
    return std::get<harness::Filter>(std::move(parsed));
}

Loaded load(const std::vector<std::string>& arguments, const Selection& selection) {
    const harness::Found found = harness::find_scenarios(
        arguments.empty() ? std::vector<std::string>{"scenarios"} : arguments
    );
    if (!found.diagnostics.empty()) {
        return refuse(found.diagnostics);
    }
    Loaded loaded = selection.strategy.empty() ? load_as_they_stand(found.files)
                                               : load_with(found.files, selection.strategy);
    if (loaded.trouble != ExitCode::ok || selection.filter.empty()) {
        return loaded;
    }
    Loaded selected = only(selection.filter, std::move(loaded.scenarios));
    selected.left_out = std::move(loaded.left_out);
    return selected;
}

void tell_left_out(const Loaded& loaded) {
    for (const std::string& scenario : loaded.left_out) {
        std::fprintf(stderr, "onceproof: left out %s\n", scenario.c_str());
    }
}

}  // namespace onceproof::cli
