#include "reports/trace_json.hpp"

#include <array>
#include <string_view>

#include "reports/json_writer.hpp"

namespace onceproof::reports {
namespace {

void write_change(JsonWriter& json, const history::Change& change) {
    json.begin_object();
    json.field("store", change.store);
    json.field("name", change.name);
    json.key("content");
    if (change.content) {
        json.value(*change.content);
    } else {
        json.null();
    }
    json.end_object();
}

void write_step(JsonWriter& json, const history::Step& step) {
    json.begin_object();
    json.field("at_us", step.at.time_since_epoch().count());
    json.field("from", step.from);
    json.field("to", step.to);
    json.field("mark", word_of(step.mark));
    json.field("text", step.text);
    json.field("fault", step.fault);
    json.field("decision", step.decision);
    json.key("changes");
    json.begin_array();
    for (const history::Change& change : step.changes) {
        write_change(json, change);
    }
    json.end_array();
    json.field("violations", step.violations);
    json.end_object();
}

}  // namespace

std::string_view word_of(history::Mark mark) {
    static constexpr std::array<std::string_view, 5> words{
        "message", "local", "effect", "timeout", "fault"};
    return words.at(static_cast<std::size_t>(mark));
}

std::string trace_json(const history::Trace& trace) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object();
    json.field("format", "onceproof-trace");
    json.field("version", 1);
    json.field("lanes", trace.lanes);
    json.key("steps");
    json.begin_array();
    for (const history::Step& step : trace.steps) {
        write_step(json, step);
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

}  // namespace onceproof::reports
