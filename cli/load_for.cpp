#include "cli/load_for.hpp"

#include <set>
#include <utility>

#include "harness/campaign.hpp"
#include "harness/decode_for.hpp"
#include "harness/known.hpp"
#include "harness/replayed.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::cli {

Loaded load_for(const std::vector<std::string>& arguments, const explore::Token& token) {
    Loaded loaded = load(arguments);
    if (loaded.trouble != ExitCode::ok ||
        harness::cell_of(harness::plan(loaded.scenarios), token).has_value()) {
        return loaded;
    }
    std::set<std::string> files;
    for (const harness::Scenario& scenario : loaded.scenarios) {
        files.insert(scenario.file);
    }
    // The last ones are a checker's own.
    const auto infos = strategy::catalog();
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        for (const strategy::Preset& preset : info->presets) {
            const std::string label = std::string(info->name) + "/" + std::string(preset.name);
            for (const std::string& file : files) {
                harness::Decoded decoded =
                    harness::decode_for(file, label, harness::known_vocabulary());
                if (harness::cell_of(harness::plan(decoded.scenarios), token).has_value()) {
                    return {std::move(decoded.scenarios), ExitCode::ok};
                }
            }
        }
    }
    return loaded;
}

}  // namespace onceproof::cli
