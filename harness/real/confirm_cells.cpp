#include "harness/real/confirm_cells.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "harness/real/confirm.hpp"
#include "harness/stage.hpp"
#include "model/base/ensure.hpp"
#include "model/explore/token.hpp"

namespace onceproof::harness {
namespace {

using Outcome = Confirmation::Outcome;

bool has_counterexample(const reports::GuaranteeResult& result) {
    return result.verdict == reports::Verdict::violated && !result.token.empty();
}

std::size_t count_counterexamples(std::span<const reports::CellResult> results) {
    std::size_t count = 0;
    for (const reports::CellResult& cell : results) {
        count +=
            static_cast<std::size_t>(std::ranges::count_if(cell.guarantees, has_counterexample));
    }
    return count;
}

LoggedRun log_token(const world::Config& config, const explore::Token& token) {
    world::World world(config, world::RestoreBy::snapshot);
    world.order_by_time(token.case_seed);
    return log_run(
        world,
        {.fault_budget = token.fault_budget,
         .deviations = token.deviations,
         .guarantee = token.guarantee}
    );
}

reports::RealCheck check_of(const Confirmation& confirmation) {
    switch (confirmation.outcome) {
        case Outcome::confirmed:
            return {reports::OnReal::confirmed, confirmation.text()};
        case Outcome::differs:
            return {reports::OnReal::differs, confirmation.text()};
        default:
            return {reports::OnReal::not_confirmable, confirmation.obstacle.what};
    }
}

}  // namespace

reports::RealServers confirm_cells(
    std::span<const Cell> cells,
    std::span<reports::CellResult> results,
    const ConfirmOptions& options
) {
    ENSURE(cells.size() == results.size());
    RealServers servers;
    reports::RealServers real;
    const std::size_t all = count_counterexamples(results);
    std::size_t done = 0;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        std::optional<Stage> stage;
        for (reports::GuaranteeResult& result : results[cell].guarantees) {
            if (!has_counterexample(result)) {
                continue;
            }
            if (options.should_stop && options.should_stop()) {
                real.trouble = "interrupted";
                return real;
            }
            if (options.on_progress) {
                options.on_progress(done, all);
            }
            const explore::DecodedToken decoded = explore::decode(result.token);
            ENSURE(decoded.token.has_value());
            if (!stage.has_value()) {
                stage.emplace(*cells[cell].scenario, *cells[cell].use);
            }
            const LoggedRun run = log_token(stage->config(), *decoded.token);
            const Confirmation confirmation = servers.confirm(stage->config(), run);
            if (confirmation.outcome == Outcome::failed) {
                real.trouble = confirmation.text();
                return real;
            }
            result.on_real = check_of(confirmation);
            real.versions = servers.versions();
            ++done;
        }
    }
    return real;
}

}  // namespace onceproof::harness
