#pragma once

#include <string>
#include <vector>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// What stands in one place of the matrix.
struct MatrixCell {
    std::string text;  ///< at most three columns: "■", "✖E!"
    Colour colour = Colour::dim;
    bool calm = true;  ///< proved, held, or does not apply: nothing to look at
};

/// What several cells (the sweep points of one scenario) come to in one place: the unexpected
/// before the undecided, that before the expected, and of broken guarantees the gravest. Without
/// cells there is no text.
MatrixCell matrix_cell(
    const std::vector<const CellResult*>& cells, const RunRecord& record, bool ascii
);

}  // namespace onceproof::reports
