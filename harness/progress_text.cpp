#include "harness/progress_text.hpp"

#include <algorithm>

namespace onceproof::harness {

std::string progress_text(
    const CellsDone& cells, const explore::Progress& progress, double states_per_second
) {
    const std::uint64_t whole = explore::Progress::whole * std::max<std::size_t>(cells.all, 1);
    std::uint64_t percent = std::min(progress.share.load(), whole) * 100 / whole;
    percent = cells.done < cells.all ? std::min<std::uint64_t>(percent, 99) : 100;
    return std::to_string(cells.done) + " of " + std::to_string(cells.all) + " cells, ~" +
           std::to_string(percent) + " %, " + std::to_string(progress.states) + " states, " +
           std::to_string(static_cast<std::uint64_t>(states_per_second)) +
           " states/s, fault budget " + std::to_string(progress.fault_budget);
}

}  // namespace onceproof::harness
