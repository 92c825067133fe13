#pragma once

#include "tests/conformance/figures.hpp"
#include "tests/conformance/sequences.hpp"
#include "tests/conformance/sql_forkable.hpp"

namespace onceproof::conformance {

/// Sequences over one to three sessions. What it is given must outlive the law; `mistake` may be
/// null.
Law sql_law(
    SteppedDatabase& real,
    const PreparedAlphabet& prepared,
    const SqlMistake* mistake,
    Figures& figures
);

}  // namespace onceproof::conformance
