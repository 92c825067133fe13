#include "harness/frontier.hpp"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "cli/commands.hpp"
#include "cli/frontier_json.hpp"
#include "cli/interrupt.hpp"
#include "cli/same_faults.hpp"
#include "harness/frontier_text.hpp"
#include "harness/known.hpp"
#include "reports/write_file.hpp"

namespace onceproof::cli {

ExitCode frontier(const FrontierOptions& options) {
    harness::FrontierRequest request{
        .file = options.scenario,
        .strategy = options.strategy,
        .guarantees = options.guarantees,
        .parameters = {},
        .jobs = options.jobs > 0 ? options.jobs
                                 : std::max<std::size_t>(1, std::thread::hardware_concurrency()),
        .seed = options.seed,
        .should_stop = interrupted};
    for (const std::string& text : options.parameters) {
        const auto parsed = harness::parse_parameter(text);
        if (const auto* why = std::get_if<std::string>(&parsed)) {
            return refuse(ExitCode::usage, *why);
        }
        request.parameters.push_back(std::get<harness::Parameter>(parsed));
    }
    if (request.parameters.size() > 2) {
        return refuse(ExitCode::usage, "--param may be given once or twice");
    }
    catch_interrupts();
    const auto found = harness::find_frontier(request, harness::known_vocabulary());
    if (const auto* none = std::get_if<harness::NoFrontier>(&found)) {
        if (!none->usage.empty()) {
            return refuse(ExitCode::usage, none->usage);
        }
        std::fputs(harness::render(none->diagnostics).c_str(), stderr);
        const bool unreadable = std::ranges::any_of(none->diagnostics, [](const auto& one) {
            return one.trouble == harness::Trouble::io;
        });
        return unreadable ? ExitCode::io : ExitCode::bad_data;
    }
    const auto& border = std::get<harness::Frontier>(found);
    if (border.interrupted) {
        return refuse(ExitCode::interrupted, "interrupted before the border was known");
    }
    if (!options.json.empty()) {
        const std::string json = frontier_json(options.arguments, request.parameters, border);
        if (const auto error = reports::write_file(options.json, json)) {
            return refuse(ExitCode::io, "cannot write " + error->text);
        }
    }
    const reports::TextStyle style = style_of(options.text);
    std::fputs(harness::frontier_text(request.parameters, border, style.ascii).c_str(), stdout);
    return border.undecided() ? ExitCode::inconclusive : ExitCode::ok;
}

}  // namespace onceproof::cli
