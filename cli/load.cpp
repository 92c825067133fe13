#include "cli/load.hpp"

#include <algorithm>
#include <cstdio>

#include "harness/check_regress.hpp"
#include "harness/decode.hpp"
#include "harness/known.hpp"

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

Loaded load(const std::vector<std::string>& arguments, const std::string& filter) {
    const harness::Found found = harness::find_scenarios(
        arguments.empty() ? std::vector<std::string>{"scenarios"} : arguments
    );
    if (!found.diagnostics.empty()) {
        return refuse(found.diagnostics);
    }
    harness::Decoded decoded = harness::decode_files(found.files, harness::known_vocabulary());
    if (!decoded.ok()) {
        return refuse(decoded.diagnostics);
    }
    const auto wrong_tokens = harness::check_regress(decoded.scenarios);
    if (!wrong_tokens.empty()) {
        return refuse(wrong_tokens);
    }
    if (!filter.empty()) {
        return only(filter, std::move(decoded.scenarios));
    }
    return {std::move(decoded.scenarios), ExitCode::ok};
}

}  // namespace onceproof::cli
