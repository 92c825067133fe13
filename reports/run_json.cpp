#include "reports/run_json.hpp"

#include <fmt/format.h>

#include "reports/json_writer.hpp"
#include "reports/shard_json.hpp"

namespace onceproof::reports {
namespace {

void write_facts(JsonWriter& json, const RunRecord& record) {
    json.key("strategies");
    json.begin_array();
    for (const StrategyFacts& strategy : record.strategies) {
        json.begin_object();
        json.field("label", strategy.label);
        json.field("summary", strategy.summary);
        json.field("source", strategy.source);
        json.field("claim", strategy.claim);
        json.field("gap", strategy.gap);
        json.end_object();
    }
    json.end_array();
    json.key("guarantees");
    json.begin_array();
    for (const GuaranteeFacts& guarantee : record.guarantees) {
        json.begin_object();
        json.field("name", guarantee.name);
        json.field("letter", guarantee.letter);
        json.field("holds_when", guarantee.holds_when);
        json.end_object();
    }
    json.end_array();
}

void write_determinism(JsonWriter& json, const Determinism& determinism) {
    json.key("determinism");
    json.begin_object();
    json.field("percent", determinism.percent);
    json.field("cases", determinism.cases);
    json.field("trouble", determinism.trouble);
    json.key("differences");
    json.begin_array();
    for (const DeterminismDifference& difference : determinism.differences) {
        json.begin_object();
        json.field("scenario", difference.scenario);
        json.field("strategy", difference.strategy);
        json.key("point");
        json.begin_object();
        for (const auto& [path, value] : difference.point) {
            json.field(path, value);
        }
        json.end_object();
        json.field("case", difference.name);
        json.field("step", difference.step);
        json.field("decision", difference.decision);
        json.field("what", difference.what);
        json.field("first", difference.here);
        json.field("again", difference.again);
        json.field("behind", difference.behind);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_environment(JsonWriter& json, const std::map<std::string, std::string>& environment) {
    if (environment.empty()) return;
    json.key("environment");
    json.begin_object();
    for (const auto& [name, value] : environment) {
        json.field(name, value);
    }
    json.end_object();
}

void write_servers(JsonWriter& json, const RealServers& real) {
    json.key("real_servers");
    json.begin_object();
    json.field("versions", real.versions);
    json.field("trouble", real.trouble);
    json.end_object();
}

/// A string: 64 bits do not fit into the numbers of many JSON readers.
std::string seed_text(std::uint64_t seed) {
    return fmt::format("{:#018x}", seed);
}

void write_joined(JsonWriter& json, const std::vector<JoinedRun>& runs) {
    if (runs.empty()) return;
    json.key("joined");
    json.begin_array();
    for (const JoinedRun& run : runs) {
        json.begin_object();
        json.field("folder", run.folder);
        json.field("started", run.started);
        json.field("arguments", run.arguments);
        json.field("seed", seed_text(run.seed));
        write_environment(json, run.environment);
        json.end_object();
    }
    json.end_array();
}

void write_manifest(JsonWriter& json, const RunRecord& record, bool finished) {
    json.begin_object();
    json.field("format", "onceproof-run");
    json.field("version", 1);
    json.field("finished", finished);
    json.field("interrupted", record.interrupted);
    json.field("program", record.version);
    json.field("commit", record.commit);
    json.field("executable", record.executable);
    json.field("started", record.started);
    json.field("arguments", record.arguments);
    json.field("seed", seed_text(record.seed));
    json.field("seconds", record.seconds);
    json.field("jobs", record.jobs);
    write_environment(json, record.environment);
    json.field("cells_planned", record.cells_planned);
    json.field("cells_done", record.cells.size());
    write_joined(json, record.joined);
    if (record.determinism.percent > 0) write_determinism(json, record.determinism);
    if (!record.real.versions.empty() || !record.real.trouble.empty()) {
        write_servers(json, record.real);
    }
    write_facts(json, record);
    write_shards(json, record);
    write_texts(json, "unreadable", record.unreadable);
    json.end_object();
}

void write_result(JsonWriter& json, const GuaranteeResult& result) {
    json.begin_object();
    json.field("guarantee", result.guarantee);
    json.field("verdict", word_of(result.verdict));
    json.field("expected", result.expected);
    json.field("expectation", result.expectation);
    json.field("text", result.text);
    json.field("token", result.token);
    json.field("faults", result.faults);
    json.field("steps", result.steps);
    if (!result.fingerprint.empty()) json.field("fingerprint", result.fingerprint);
    if (!result.expected_in.empty()) {
        json.field("expected_in", result.expected_in);
        json.field("expected_line", result.expected_line);
    }
    if (!result.window.empty()) {
        json.field("window", result.window);
        json.field("window_text", result.window_text);
    }
    if (result.rate.has_value()) {
        json.field("n", result.rate->cases);
        json.field("violations", result.rate->violations);
        json.field("rate", result.rate->rate());
        json.field("low", result.rate->low);
        json.field("high", result.rate->high);
    }
    if (result.on_real.has_value()) {
        json.key("on_real");
        json.begin_object();
        json.field("outcome", word_of(result.on_real->outcome));
        json.field("text", result.on_real->text);
        json.end_object();
    }
    json.end_object();
}

void write_claim(JsonWriter& json, const Claim& claim) {
    json.key("claim");
    json.begin_object();
    json.field("number", claim.number);
    json.field("text", claim.text);
    json.field("about", claim.about);
    json.field("guarantees", claim.guarantees);
    json.end_object();
}

void write_regress(JsonWriter& json, const std::vector<RegressResult>& results) {
    json.key("regress");
    json.begin_array();
    for (const RegressResult& result : results) {
        json.begin_object();
        json.field("token", result.token);
        json.field("note", result.note);
        json.field("place", result.place);
        json.field("guarantee", result.guarantee);
        json.field("replayed", word_of(result.replayed));
        json.field("text", result.text);
        json.field("expected", result.expected);
        json.end_object();
    }
    json.end_array();
}

void write_faults(JsonWriter& json, const std::vector<FaultCount>& faults) {
    if (faults.empty()) return;
    json.key("faults");
    json.begin_array();
    for (const FaultCount& fault : faults) {
        json.begin_object();
        json.field("kind", fault.kind);
        json.field("at", fault.at);
        json.field("offered", fault.offered);
        json.field("struck", fault.struck);
        json.field("in_reach", fault.in_reach);
        json.end_object();
    }
    json.end_array();
}

void write_cell(JsonWriter& json, const CellResult& cell) {
    json.begin_object();
    json.field("scenario", cell.scenario);
    json.field("title", cell.title);
    json.field("file", cell.file);
    json.field("strategy", cell.strategy);
    json.key("point");
    json.begin_object();
    for (const auto& [path, value] : cell.point) {
        json.field(path, value);
    }
    json.end_object();
    json.field("verdict", word_of(cell.verdict()));
    json.field("mode", cell.mode);
    json.field("fault_budget", cell.fault_budget);
    json.field("states", cell.states);
    json.field("merged", cell.merged);
    json.field("transitions", cell.transitions);
    json.field("cases", cell.cases);
    json.field("seconds", cell.seconds);
    json.field("note", cell.note);
    json.field("error", cell.error);
    if (!cell.claim.text.empty()) write_claim(json, cell.claim);
    if (!cell.regress.empty()) write_regress(json, cell.regress);
    write_faults(json, cell.faults);
    if (cell.part.has_value()) write_part(json, *cell.part);
    json.key("guarantees");
    json.begin_array();
    for (const GuaranteeResult& result : cell.guarantees) {
        write_result(json, result);
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string manifest_json(const RunRecord& record, bool finished) {
    JsonWriter json(JsonWriter::Layout::indented);
    write_manifest(json, record, finished);
    return json.take() + "\n";
}

std::string cell_json(const CellResult& cell) {
    JsonWriter json(JsonWriter::Layout::compact);
    write_cell(json, cell);
    return json.take() + "\n";
}

std::string run_json(const RunRecord& record) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object();
    json.key("run");
    write_manifest(json, record, !record.interrupted);
    json.key("cells");
    json.begin_array();
    for (const CellResult& cell : record.cells) {
        write_cell(json, cell);
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

}  // namespace onceproof::reports
