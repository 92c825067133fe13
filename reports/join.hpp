#pragma once

#include <string>
#include <variant>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// A run and where it was read.
struct StoredRun {
    std::string folder;
    RunRecord record;
};

/// Several runs as one record, with the cells of all in the order of the runs. Only runs of one
/// program that have no cell in common can stand side by side; otherwise why not, in one line that
/// names the runs and what to do instead. One run alone stays as it is. There is at least one.
std::variant<RunRecord, std::string> join(std::vector<StoredRun> runs);

/// Keeps the counterexamples of distinct violations, in their order: a failure that several runs
/// show was drawn in each of them, by tokens of their own.
void keep_distinct(RunRecord& record);

}  // namespace onceproof::reports
