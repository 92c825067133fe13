#pragma once

#include <cstdint>
#include <string>

#include "harness/coverage.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

// How a cell's guarantees are judged, whether one process has searched it or shards have.

/// How a search ended.
struct SearchEnd {
    std::string cut{};   ///< why it is not whole, and what it covered; empty: it is whole
    bool proves = true;  ///< it saw every state, not cases
    Coverage coverage{};
};

/// Sets verdict and text of a guarantee that the search did not see broken.
void judge_unbroken(const SearchEnd& end, reports::GuaranteeResult& result);

/// Whether the verdict is as expected; one that leaves the question open is.
bool is_as_expected(reports::Verdict verdict, bool violation_expected, const Coverage& coverage);

/// The share of the cases that broke a guarantee; `cases` is above 0.
reports::Rate rate_of(std::uint64_t violations, std::uint64_t cases);

/// What stands in a cell's note: what walks promise, and the slowest recovery; any may be empty.
std::string note_of(const std::string& bound, const std::string& recovery);

}  // namespace onceproof::harness
