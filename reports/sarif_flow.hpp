#pragma once

#include <string>
#include <string_view>

#include "model/history/trace.hpp"
#include "reports/json_writer.hpp"
#include "reports/record.hpp"

namespace onceproof::reports {

/// `"key": {"text": "…"}`.
void sarif_message(JsonWriter& json, std::string_view key, std::string_view text);

/// The physicalLocation of a result: the line of the expectation that counts; without one the first
/// of the scenario's file.
void sarif_place(JsonWriter& json, const CellResult& cell, const GuaranteeResult& result);

/// The codeFlows of a result: every step of the history, with what it changed in the stores as
/// state. All of them are at the result's place: a history has no lines of its own.
void sarif_flow(
    JsonWriter& json,
    const history::Trace& trace,
    const CellResult& cell,
    const GuaranteeResult& result
);

/// A path as a URI reference: what no URI may hold is written by number.
std::string uri_of(std::string_view path);

}  // namespace onceproof::reports
