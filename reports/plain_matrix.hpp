#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The matrix and the distinct failures as HTML without any script: scenarios and their sweep
/// points against strategies, then what broke, with the commands that replay it.
std::string plain_matrix(const RunRecord& record);

}  // namespace onceproof::reports
