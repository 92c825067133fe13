#pragma once

#include <string>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// What a run found, as a Markdown document: the matrix; for each strategy what it claims, what
/// holds and to which bound, what breaks first with its token, and its residual windows; the
/// claims with their measured answers; the scenarios. The same verdicts give the same text: no
/// times in it, no dates, no paths. `made_by` are the commands that made the run, or the
/// runs that were joined.
std::string verdicts(const RunRecord& record, const std::vector<std::string>& made_by);

}  // namespace onceproof::reports
