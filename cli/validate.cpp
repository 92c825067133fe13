#include <cstdio>

#include "cli/commands.hpp"
#include "cli/load.hpp"
#include "harness/campaign.hpp"
#include "harness/print.hpp"

namespace onceproof::cli {

ExitCode validate(const ValidateOptions& options) {
    const Loaded loaded = load(options.scenarios, {.filter = options.filter});
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    std::string text;
    for (const harness::Scenario& scenario : loaded.scenarios) {
        if (options.print) {
            text += "# " + scenario.file + "\n" + harness::print(scenario) + "\n";
        } else {
            text += scenario.file + ": " + scenario.id;
            for (const auto& [path, value] : scenario.point) {
                text += "  " + path + " = " + value;
            }
            text += "  (" + std::to_string(scenario.strategies.size()) + " cells)\n";
        }
    }
    text +=
        options.print ? "" : std::to_string(harness::plan(loaded.scenarios).size()) + " cells\n";
    std::fputs(text.c_str(), stdout);
    return ExitCode::ok;
}

}  // namespace onceproof::cli
