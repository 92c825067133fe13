#include "cli/frontier_json.hpp"

#include <string_view>

#include "reports/json_writer.hpp"

namespace onceproof::cli {
namespace {

using harness::Fate;
using reports::JsonWriter;

std::string_view word_of(Fate fate) {
    switch (fate) {
        case Fate::safe:
            return "safe";
        case Fate::violated:
            return "violated";
        case Fate::idle:
            return "idle";
        case Fate::refused:
            return "refused";
        default:
            return "open";
    }
}

void write_parameter(JsonWriter& json, const harness::Parameter& parameter) {
    json.begin_object();
    json.field("path", parameter.path);
    json.field("lowest", parameter.spelled(0));
    json.field("highest", parameter.spelled(parameter.steps));
    json.field("steps", parameter.steps);
    json.end_object();
}

void write_line(
    JsonWriter& json, const harness::Parameter& parameter, const harness::FrontierLine& line
) {
    json.key("stretches");
    json.begin_array();
    for (const harness::Stretch& stretch : line.stretches) {
        json.begin_object();
        json.field("fate", word_of(stretch.fate));
        json.field("first", stretch.first);
        json.field("last", stretch.last);
        json.field("from", parameter.spelled(stretch.first));
        json.field("to", parameter.spelled(stretch.last));
        json.end_object();
    }
    json.end_array();
}

void write_part(
    JsonWriter& json,
    const std::vector<harness::Parameter>& parameters,
    const harness::Frontier& frontier,
    const harness::FrontierPart& part
) {
    json.begin_object();
    json.field("guarantee", part.guarantee);
    json.key("lines");
    json.begin_array();
    for (std::size_t at = 0; at < part.lines.size(); ++at) {
        json.begin_object();
        // Of two parameters the first runs from line to line.
        if (parameters.size() > 1) {
            json.field("at", parameters.front().spelled(frontier.tried.front()[at]));
        }
        write_line(json, parameters.back(), part.lines[at]);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string frontier_json(
    const std::vector<std::string>& arguments,
    const std::vector<harness::Parameter>& parameters,
    const harness::Frontier& frontier
) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object();
    json.field("format", "onceproof-frontier");
    json.field("version", 1);
    json.field("arguments", arguments);
    json.key("parameters");
    json.begin_array();
    for (const harness::Parameter& parameter : parameters) {
        write_parameter(json, parameter);
    }
    json.end_array();
    json.field("fault_budget", frontier.fault_budget);
    json.field("proved", frontier.proved);
    json.field("values", frontier.values);
    json.key("cells");
    json.begin_array();
    for (const harness::FrontierCell& cell : frontier.cells) {
        json.begin_object();
        json.field("name", cell.name);
        json.key("parts");
        json.begin_array();
        for (const harness::FrontierPart& part : cell.parts) {
            write_part(json, parameters, frontier, part);
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

}  // namespace onceproof::cli
