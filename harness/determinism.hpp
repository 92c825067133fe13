#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/cell.hpp"
#include "harness/twin.hpp"
#include "harness/witness_words.hpp"
#include "model/world/world.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// What is to run twice, and where.
struct DeterminismRequest {
    double percent = 1;      ///< of each cell's cases, above 0 up to 100
    std::uint64_t seed = 0;  ///< root seed of the run
    /// What makes this program a witness of the run's cells, with another number of threads.
    std::vector<std::string> arguments;
    std::function<bool()> should_stop{};  ///< the user's interrupt; empty: never
};

/// Runs a share of the cases of searched cells once more, here and in another process, and compares
/// the two event by event.
///
/// What is outside of a world's regions survives from run to run: statics, members of the strategy
/// that its code changes, what the machine gives out. In the other process it has another past,
/// other addresses and other threads, so it shows.
class DeterminismCheck {
public:
    /// Starts the other process.
    explicit DeterminismCheck(const DeterminismRequest& request);

    /// Draws cases of the cell that was just searched in `world`, with that result, and passes them
    /// on. Any number of threads may call at once; blocks while the other process is behind.
    void check(const Cell& cell, world::World& world, const reports::CellResult& result);

    /// Waits for the other process, a minute at most behind the last `check`. After an interrupt
    /// it says nothing.
    reports::Determinism finish();

private:
    [[nodiscard]] std::function<bool()> patience() const;
    void object(const Cell& cell, const std::string& name, const Difference& difference);
    void send(const Testimony& testimony);

    const DeterminismRequest request_;
    std::mutex mutex_;  // of what follows
    std::unique_ptr<Twin> twin_;
    std::map<std::uint32_t, Cell> cells_;  // those passed on
    std::uint64_t sent_ = 0;               // cases
    reports::Determinism result_;
};

}  // namespace onceproof::harness
