#pragma once

#include <atomic>
#include <cstddef>
#include <optional>

#include "harness/cell.hpp"
#include "harness/spare_threads.hpp"
#include "model/explore/team.hpp"
#include "model/world/alike.hpp"

namespace onceproof::harness {

/// Spare threads of the run help with the search of one cell, each with a world of its own.
class CellTeam {
public:
    CellTeam(const Cell& cell, const SearchOptions& options);
    /// Sends the helpers away.
    ~CellTeam();
    CellTeam(const CellTeam&) = delete;
    CellTeam& operator=(const CellTeam&) = delete;

    /// What the search is given; null: the run has no threads to spare.
    [[nodiscard]] explore::Team* team() { return opening_ ? &team_ : nullptr; }

    /// For the leader's world, to merge states as the helpers' do.
    [[nodiscard]] world::Merging& merging() { return merging_; }

    /// Sends the helpers away. What `World::slowest_recovery` said in their worlds, the most.
    [[nodiscard]] std::size_t finish();

private:
    void help();

    const Cell cell_;
    const world::RestoreBy restore_by_;
    std::atomic<std::size_t> slowest_recovery_{0};
    world::Merging merging_;
    explore::Team team_;
    std::optional<SpareThreads::Opening> opening_;
};

}  // namespace onceproof::harness
