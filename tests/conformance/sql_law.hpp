#pragma once

#include <cstddef>

#include "tests/conformance/sql_steps.hpp"
#include "tests/support/law.hpp"

namespace onceproof::conformance {

/// What all sequences together came to.
struct Totals {
    bool agree = false;  ///< every answer, every wait and the rows at the end
    std::size_t statements = 0;
    std::size_t errors = 0;
    std::size_t blocked = 0;
    std::size_t deadlocks = 0;
    std::size_t abandoned = 0;  ///< sequences that a known difference ended
};

/// Runs random sequences over three sessions on the fake and on the real server.
Totals run_sequences(SteppedDatabase& real, const Alphabet& alphabet, LawCases cases);

}  // namespace onceproof::conformance
