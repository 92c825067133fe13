#include "harness/real/play.hpp"

namespace onceproof::harness {
namespace {

constexpr unsigned tries_max = 3;
constexpr unsigned patience_factor = 3;

std::optional<Obstacle> play_once(
    const world::Config& config,
    const LoggedRun& run,
    std::span<RealStore* const> stores,
    const RealTime& time
) {
    for (RealStore* store : stores) {
        if (std::optional<Obstacle> obstacle = store->begin(config, run.log, time)) {
            return obstacle;
        }
    }
    for (const world::StoreEvent& event : run.log.events()) {
        for (RealStore* store : stores) {
            if (std::optional<Obstacle> obstacle = store->play(event)) {
                obstacle->step = event.step;
                obstacle->server = store->version();
                return obstacle;
            }
        }
    }
    for (RealStore* store : stores) {
        if (std::optional<Obstacle> obstacle = store->compare(run.contents)) {
            obstacle->step = run.log.events().empty() ? 0 : run.log.events().back().step;
            obstacle->server = store->version();
            return obstacle;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Obstacle> play(
    const world::Config& config, const LoggedRun& run, std::span<RealStore* const> stores
) {
    RealTime time;
    for (unsigned tries = 1;; ++tries) {
        std::optional<Obstacle> obstacle = play_once(config, run, stores, time);
        const bool slow = obstacle.has_value() && obstacle->kind == Obstacle::Kind::too_slow;
        if (!slow || tries == tries_max) {
            return obstacle;
        }
        time.patience *= patience_factor;
    }
}

}  // namespace onceproof::harness
