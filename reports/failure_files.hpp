#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reports/record.hpp"
#include "reports/violations.hpp"
#include "reports/write_file.hpp"

namespace onceproof::reports {

/// The drawn run that shows a violation; null: the record has none.
const Counterexample* counterexample_of(
    const RunRecord& record, const DistinctViolation& violation
);

/// For each distinct failure that was drawn, the files of
/// `failures/<fingerprint>/`, paths relative to the run's folder: case.json (what replays it),
/// trace.json, explain.txt and README.md.
std::vector<FileContent> failure_files(const RunRecord& record);

/// Those of these files that an earlier run left in `folder`, and behind them their folders.
std::vector<std::filesystem::path> written_failures(const std::filesystem::path& folder);

/// What a case.json replays.
struct FailureCase {
    std::string token;
    std::string scenario;  ///< text of a scenario file with its cell
};

/// Reads a case.json; otherwise what is wrong with the text.
std::variant<FailureCase, std::string> read_case(std::string_view json);

}  // namespace onceproof::reports
