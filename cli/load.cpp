#include "cli/load.hpp"

#include <algorithm>
#include <cstdio>

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

}  // namespace

Loaded load(const std::vector<std::string>& arguments) {
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
    return {std::move(decoded.scenarios), ExitCode::ok};
}

}  // namespace onceproof::cli
