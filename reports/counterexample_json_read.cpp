#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "reports/counterexample_json.hpp"
#include "reports/trace_json.hpp"

namespace onceproof::reports {
namespace {

using Json = nlohmann::json;
using history::Mark;

Mark mark_from(const std::string& word) {
    constexpr std::array marks{
        Mark::message, Mark::local, Mark::effect, Mark::timeout, Mark::fault};
    const auto* found = std::ranges::find(marks, word, [](Mark mark) { return word_of(mark); });
    if (found == marks.end()) throw Json::other_error::create(500, "no mark", nullptr);
    return *found;
}

history::Step read_step(const Json& json, std::size_t lanes) {
    history::Step step;
    step.at = Instant(Duration(json.value("at_us", std::int64_t{0})));
    json.at("from").get_to(step.from);
    step.to = json.value("to", step.from);
    if (step.from >= lanes || step.to >= lanes) {
        throw Json::other_error::create(500, "no such lane", nullptr);
    }
    step.mark = mark_from(json.value("mark", "message"));
    step.text = json.value("text", "");
    step.fault = json.value("fault", "");
    step.decision = json.value("decision", "");
    for (const Json& change : json.value("changes", Json::array())) {
        step.changes.push_back({change.at("store"), change.at("name"), std::nullopt});
        if (change.contains("content")) step.changes.back().content = change.at("content");
    }
    step.violations = json.value("violations", std::vector<std::string>{});
    return step;
}

history::Trace read_trace(const Json& json) {
    history::Trace trace;
    trace.lanes = json.value("lanes", std::vector<std::string>{});
    for (const Json& step : json.at("steps")) {
        trace.steps.push_back(read_step(step, trace.lanes.size()));
    }
    return trace;
}

SameFaults read_same_faults(const Json& json) {
    SameFaults same{
        .strategy = json.at("strategy"),
        .states = json.at("states"),
        .idle = json.value("idle", "")};
    const std::string verdict = json.at("verdict");
    if (verdict == word_of(Verdict::violated)) {
        same.verdict = Verdict::violated;
        same.token = json.at("token");
        same.trace = read_trace(json);
    } else if (verdict == word_of(Verdict::proved)) {
        same.verdict = Verdict::proved;
    }
    return same;
}

Counterexample read_one(const Json& json) {
    Counterexample counterexample;
    json.at("token").get_to(counterexample.token);
    counterexample.cause = json.value("cause", "");
    counterexample.bug_probability = json.value("bug_probability", std::vector<double>{});
    counterexample.scenario = json.value("scenario", "");
    counterexample.trace = read_trace(json);
    for (const Json& same : json.value("same_faults", Json::array())) {
        counterexample.same_faults.push_back(read_same_faults(same));
    }
    return counterexample;
}

}  // namespace

ReadCounterexamples read_counterexamples(std::string_view lines) {
    ReadCounterexamples read;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        try {
            read.all.push_back(read_one(Json::parse(lines.substr(0, end))));
        } catch (const Json::exception&) {
            ++read.unreadable;
        }
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return read;
}

}  // namespace onceproof::reports
