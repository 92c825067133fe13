#include "harness/cell_team.hpp"

#include "harness/stage.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

CellTeam::CellTeam(const Cell& cell, const SearchOptions& options)
    : cell_(cell),
      restore_by_(options.restore_by),
      team_(options.alone_states, [this] { opening_->open(); }) {
    if (options.spare != nullptr) {
        opening_.emplace(*options.spare, [this] { help(); });
    }
}

CellTeam::~CellTeam() {
    static_cast<void>(finish());
}

std::size_t CellTeam::finish() {
    if (opening_) {
        opening_->close();
        team_.dismiss();
        opening_.reset();
    }
    return slowest_recovery_;
}

void CellTeam::help() {
    const Stage stage(*cell_.scenario, *cell_.use);
    world::World world(stage.config(), restore_by_);
    world.alike().share(merging_);
    team_.help(world);
    std::size_t slowest = slowest_recovery_;
    while (slowest < world.slowest_recovery() &&
           !slowest_recovery_.compare_exchange_weak(slowest, world.slowest_recovery())) {
    }
}

}  // namespace onceproof::harness
