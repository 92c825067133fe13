#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The manifest without the cells: run.json. `finished` tells a complete run from one that is under
/// way or was cut off. Ends with a newline.
std::string manifest_json(const RunRecord& record, bool finished);

/// One cell as one line of results.ndjson, with its newline.
std::string cell_json(const CellResult& cell);

/// Manifest and cells as one document, for `--format json`. Ends with a newline.
std::string run_json(const RunRecord& record);

/// Reads what `manifest_json` and lines of `cell_json` wrote, as far as it can: a text that was cut
/// off or damaged is named in `RunRecord::unreadable`. Otherwise why it reads nothing: no run wrote
/// it, or a later version of the program did.
std::variant<RunRecord, std::string> read_run(std::string_view manifest, std::string_view lines);

}  // namespace onceproof::reports
