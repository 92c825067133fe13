#pragma once

#include <cstddef>
#include <string>

#include "model/explore/limits.hpp"

namespace onceproof::harness {

/// How many cells of a run have ended.
struct CellsDone {
    std::size_t done = 0;
    std::size_t all = 0;
};

/// How far a run is, in less than 80 columns: "12 of 495 cells, ~43 %, 1234567 states, 310000
/// states/s, fault budget 2". The percentage is an estimate that only grows, and is 100 only at the
/// end.
std::string progress_text(
    const CellsDone& cells, const explore::Progress& progress, double states_per_second
);

}  // namespace onceproof::harness
