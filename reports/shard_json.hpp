#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/json_writer.hpp"
#include "reports/record.hpp"

namespace onceproof::reports {

// What JSON of a run has only if it is a shard, or was merged from shards.

/// The fields "shard", "shards" and "missing" of the manifest, as far as they say something.
void write_shards(JsonWriter& json, const RunRecord& record);

/// The field "part" of a cell.
void write_part(JsonWriter& json, const CellPart& part);

/// Reads what `write_shards` wrote. Throws what the library throws.
void read_shards(const nlohmann::json& manifest, RunRecord& record);

/// Reads what `write_part` wrote. Throws what the library throws.
CellPart read_part(const nlohmann::json& json);

}  // namespace onceproof::reports
