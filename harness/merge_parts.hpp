#pragma once

#include <string>
#include <vector>

#include "harness/states_file.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// All that there is of a divided cell.
struct CellParts {
    std::vector<reports::CellResult> parts{};  ///< at least one, in the order of their cases
    std::vector<UnitedBudget> united{};        ///< if every state is searched: those of the parts
    std::string missing{};                     ///< why some parts are not there; empty: they are
};

/// The cell that these are the parts of, judged as if one process had searched it.
///
/// A search ends when all guarantees are broken; what parts have found behind that does not count,
/// as one process would not have come to it.
reports::CellResult merge_parts(const CellParts& cell);

}  // namespace onceproof::harness
