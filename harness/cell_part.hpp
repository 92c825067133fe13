#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/case_range.hpp"
#include "harness/scenario.hpp"
#include "harness/search.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// The name of a guarantee by its code.
std::string guarantee_name(std::uint8_t code);

/// What a search of a part of a cell has found, for those who have the others; `range` is empty for
/// a portion of the runs, `wanted` are the guarantees that the search was given. Limit, states,
/// codes and recovery are left empty.
reports::CellPart part_searched(
    const Scenario& scenario,
    CaseRange range,
    std::span<const std::uint8_t> wanted,
    const Searched& searched
);

}  // namespace onceproof::harness
