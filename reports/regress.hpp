#pragma once

#include <string>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// "regress: 3 recorded failures replayed: 2 fixed, 1 still fails (as expected)". Empty if there
/// are none.
std::string regress_line(const RunRecord& record);

/// One block per recorded failure that is not as it is to be (it still fails, and nothing expects
/// that; or its replay diverged), the others as well if `all`. Empty if there is nothing to say.
std::string regress_blocks(const RunRecord& record, const TextStyle& style, bool all);

/// A recorded failure does not fit the code any more.
bool any_diverged(const RunRecord& record);

}  // namespace onceproof::reports
