#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The run as JUnit XML: a suite per scenario, a test case per cell and guarantee. An unexpected
/// violation and a missed control are failures; inconclusive and a cell that could not be run are
/// errors. Valid by the Jenkins schema (jenkins-junit.xsd).
std::string junit(const RunRecord& record);

}  // namespace onceproof::reports
