#pragma once

#include <string>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// How much of the matrix is shown.
enum class MatrixRows : unsigned char {
    scenarios,  ///< one row per scenario, the worst of its sweep points; many safe rows are counted
    points,     ///< every sweep point has a row of its own
};

/// Scenarios against strategies, with a legend: each cell a sign and, where a guarantee broke, the
/// letter of the gravest one. Columns beyond the style's width go into further blocks; no text is
/// cut.
std::string matrix(const RunRecord& record, const TextStyle& style, MatrixRows rows);

/// The first line of a run's output: version, seed, size. Ends with a newline.
std::string headline(const RunRecord& record, const TextStyle& style);

}  // namespace onceproof::reports
