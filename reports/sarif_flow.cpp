#include "reports/sarif_flow.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace onceproof::reports {
namespace {

/// A key of JSON stands once, so the last change of an entry counts.
void write_state(JsonWriter& json, const history::Step& step) {
    json.key("state");
    json.begin_object();
    for (auto change = step.changes.begin(); change != step.changes.end(); ++change) {
        const bool last =
            std::none_of(change + 1, step.changes.end(), [&](const history::Change& later) {
                return later.store == change->store && later.name == change->name;
            });
        if (!last) continue;
        sarif_message(json, change->store + " " + change->name, change->content.value_or("(none)"));
    }
    json.end_object();
}

std::string text_of(const history::Trace& trace, const history::Step& step) {
    std::string text = trace.lanes[step.from];
    if (step.to != step.from) text += " -> " + trace.lanes[step.to];
    text += ": " + step.text;
    if (!step.fault.empty()) text += " [fault: " + step.fault + "]";
    for (const std::string& violation : step.violations)
        text += " [violated: " + violation + "]";
    return text;
}

void write_location(
    JsonWriter& json,
    const history::Trace& trace,
    const history::Step& step,
    const CellResult& cell,
    const GuaranteeResult& result
) {
    json.key("location");
    json.begin_object();
    sarif_place(json, cell, result);
    json.key("logicalLocations");
    json.begin_array();
    json.begin_object();
    json.field("name", trace.lanes[step.from]);
    json.end_object();
    json.end_array();
    sarif_message(json, "message", text_of(trace, step));
    json.end_object();
}

}  // namespace

void sarif_message(JsonWriter& json, std::string_view key, std::string_view text) {
    json.key(key);
    json.begin_object();
    json.field("text", text);
    json.end_object();
}

void sarif_place(JsonWriter& json, const CellResult& cell, const GuaranteeResult& result) {
    const bool known = !result.expected_in.empty() && result.expected_line > 0;
    json.key("physicalLocation");
    json.begin_object();
    json.key("artifactLocation");
    json.begin_object();
    json.field("uri", uri_of(known ? result.expected_in : cell.file));
    json.end_object();
    json.key("region");
    json.begin_object();
    json.field("startLine", known ? result.expected_line : 1);
    json.end_object();
    json.end_object();
}

void sarif_flow(
    JsonWriter& json,
    const history::Trace& trace,
    const CellResult& cell,
    const GuaranteeResult& result
) {
    json.key("codeFlows");
    json.begin_array();
    json.begin_object();
    json.key("threadFlows");
    json.begin_array();
    json.begin_object();
    json.key("locations");
    json.begin_array();
    std::size_t number = 0;
    for (const history::Step& step : trace.steps) {
        const bool essential = !step.violations.empty() || !step.fault.empty();
        json.begin_object();
        json.field("executionOrder", ++number);
        json.field("importance", essential ? "essential" : "important");
        write_location(json, trace, step, cell, result);
        if (!step.changes.empty()) write_state(json, step);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    json.end_array();
    json.end_object();
    json.end_array();
}

std::string uri_of(std::string_view path) {
    std::string uri;
    for (const char letter : path) {
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                           (letter >= '0' && letter <= '9');
        if (plain || std::string_view("-._~/").find(letter) != std::string_view::npos) {
            uri += letter;
        } else {
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
        }
    }
    return uri;
}

}  // namespace onceproof::reports
