#include "reports/counterexample_json.hpp"

#include "reports/json_writer.hpp"
#include "reports/trace_json.hpp"

namespace onceproof::reports {
namespace {

void write_text(JsonWriter& json, std::string_view name, const std::string& text) {
    if (!text.empty()) json.field(name, text);
}

void write_changes(JsonWriter& json, const std::vector<history::Change>& changes) {
    if (changes.empty()) return;
    json.key("changes");
    json.begin_array();
    for (const history::Change& change : changes) {
        json.begin_object();
        json.field("store", change.store);
        json.field("name", change.name);
        if (change.content.has_value()) json.field("content", *change.content);
        json.end_object();
    }
    json.end_array();
}

void write_step(JsonWriter& json, const history::Step& step) {
    json.begin_object();
    if (step.at != Instant{}) json.field("at_us", step.at.time_since_epoch().count());
    json.field("from", step.from);
    if (step.to != step.from) json.field("to", step.to);
    if (step.mark != history::Mark::message) json.field("mark", word_of(step.mark));
    write_text(json, "text", step.text);
    write_text(json, "fault", step.fault);
    write_text(json, "decision", step.decision);
    write_changes(json, step.changes);
    write_texts(json, "violations", step.violations);
    json.end_object();
}

void write_trace(JsonWriter& json, const history::Trace& trace) {
    write_texts(json, "lanes", trace.lanes);
    json.key("steps");
    json.begin_array();
    for (const history::Step& step : trace.steps) {
        write_step(json, step);
    }
    json.end_array();
}

void write_same_faults(JsonWriter& json, const std::vector<SameFaults>& all) {
    if (all.empty()) return;
    json.key("same_faults");
    json.begin_array();
    for (const SameFaults& one : all) {
        json.begin_object();
        json.field("strategy", one.strategy);
        json.field("verdict", word_of(one.verdict));
        json.field("states", one.states);
        write_text(json, "idle", one.idle);
        if (one.verdict == Verdict::violated) {
            json.field("token", one.token);
            write_trace(json, one.trace);
        }
        json.end_object();
    }
    json.end_array();
}

}  // namespace

std::string counterexample_json(const Counterexample& counterexample, ScenarioText scenario) {
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    json.field("token", counterexample.token);
    write_text(json, "cause", counterexample.cause);
    if (scenario == ScenarioText::kept) write_text(json, "scenario", counterexample.scenario);
    if (!counterexample.bug_probability.empty()) {
        json.key("bug_probability");
        json.begin_array();
        for (const double probability : counterexample.bug_probability) {
            json.value(probability);
        }
        json.end_array();
    }
    write_trace(json, counterexample.trace);
    write_same_faults(json, counterexample.same_faults);
    json.end_object();
    return json.take() + "\n";
}

}  // namespace onceproof::reports
