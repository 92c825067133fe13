#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// One line of a matrix: a scenario, or one sweep point of it, or the heading above its points.
struct GridRow {
    std::string scenario;
    std::string point;  ///< "ttl=50ms"; empty for a scenario without a sweep and for a heading
    std::map<std::string, const CellResult*> cells;  ///< by strategy; empty for a heading
};

/// A run as scenarios and points against strategies.
struct Grid {
    std::vector<std::string> strategies;  ///< in the order of the record's facts
    std::vector<GridRow> rows;
};

/// Arranges the record's cells; the pointers live as long as it does.
Grid grid_of(const RunRecord& record);

/// The point in short: "ttl=50ms, keys=2", with the last part of a path where that is unambiguous.
std::string point_text(const std::map<std::string, std::string>& point);

/// The cell's scenario, strategy and point: "lost-reply / redis-key/published (ttl=50ms)".
std::string cell_name(const CellResult& cell);

/// Marks that belong behind a cell's verdict.
struct CellMarks {
    bool expected_violation = false;  ///< violated, and every violation is expected
    bool missed_control = false;      ///< a violation was expected and not found
};
CellMarks marks_of(const CellResult& cell);

/// True if a violation was expected of the guarantee and it was found to be safe.
bool is_missed(const GuaranteeResult& result);

/// "proved", "held", "violated", "inconclusive", "n/a", "error".
std::string cell_word(const CellResult& cell);

/// The sign in front of the word.
std::string cell_sign(const CellResult& cell, bool ascii);

/// Sign and word with what they are to the scenario: "✖ violated, as expected".
std::string cell_phrase(const CellResult& cell);

}  // namespace onceproof::reports
