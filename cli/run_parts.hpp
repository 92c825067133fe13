#pragma once

#include <span>
#include <string>

#include "cli/commands.hpp"
#include "harness/cell.hpp"
#include "reports/record.hpp"
#include "reports/write_file.hpp"

namespace onceproof::cli {

// What `run` has in common with `run --on real`.

/// "2026-11-30T06:41:07Z": the time, or the one that SOURCE_DATE_EPOCH tells.
std::string utc_now();

/// With SOURCE_DATE_EPOCH leaves out how long things took, so that equal runs give equal files.
void keep_to_told_time(reports::RunRecord& record);

/// What is known of a run of these cells before it begins.
reports::RunRecord new_record(const RunOptions& options, std::span<const harness::Cell> cells);

/// What the program says by its exit code of such a run, errors of cells aside: those are
/// `of_errors`.
ExitCode exit_code_of(const reports::RunRecord& record, ExitCode of_errors);

/// Tells on standard error that results cannot be written.
ExitCode cannot_write(const reports::WriteError& error);

}  // namespace onceproof::cli
