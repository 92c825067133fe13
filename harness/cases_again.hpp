#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenario.hpp"
#include "harness/stage.hpp"
#include "model/explore/schedule.hpp"
#include "model/world/world.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// A run that is to be run again.
struct CaseAgain {
    std::string name;  ///< "walk 17", "timed case 17", "drawn run 3", or a token
    explore::Schedule schedule;
};

/// How a searched cell's cases are drawn.
struct CasesRequest {
    double percent = 1;      ///< of the cell's cases; at least one is drawn
    std::uint64_t seed = 0;  ///< root seed of the run
};

/// Draws the share of a cell's cases that is to run again, on the world that it was searched in.
///
/// Of walks and timed runs it is so many neighbours, from a drawn place on. An exhaustive search
/// stands for 100 drawn runs; besides them the counterexample of each violated guarantee is a case.
/// The longest runs are cut.
std::vector<CaseAgain> draw_cases_again(
    world::World& world,
    const Scenario& scenario,
    const CellIdentity& identity,
    const reports::CellResult& result,
    const CasesRequest& request
);

}  // namespace onceproof::harness
