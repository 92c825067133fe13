#include "harness/witness.hpp"

#include <csignal>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/load.hpp"
#include "harness/campaign.hpp"
#include "harness/twin.hpp"

namespace onceproof::cli {

ExitCode witness(const WitnessOptions& options) {
    // An interrupt is for the run, which ends this process as it sees fit.
    std::signal(SIGINT, SIG_IGN);
    const Loaded loaded =
        load(options.scenarios, {.filter = options.filter, .strategy = options.strategy});
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    const std::vector<harness::Cell> cells = harness::plan(loaded.scenarios);
    const harness::Statement statement = harness::witness(cells, options.jobs, [] {
        return harness::receive_message(STDIN_FILENO);
    });
    const bool told = harness::send_message(STDOUT_FILENO, harness::bytes_of(statement));
    return told ? ExitCode::ok : ExitCode::io;
}

}  // namespace onceproof::cli
