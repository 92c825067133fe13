#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "model/base/text.hpp"
#include "reports/run_json.hpp"
#include "reports/shard_json.hpp"

namespace onceproof::reports {
namespace {

using Json = nlohmann::json;

/// The one of `all` whose word it is.
template <class Value, std::size_t count>
Value word_from(const std::array<Value, count>& all, const std::string& word) {
    const auto* found = std::ranges::find(all, word, [](Value value) { return word_of(value); });
    if (found == all.end()) {
        throw Json::other_error::create(500, "no word of these", nullptr);
    }
    return *found;
}

constexpr std::array verdicts{
    Verdict::proved,
    Verdict::held,
    Verdict::violated,
    Verdict::inconclusive,
    Verdict::not_applicable};

constexpr std::array played{OnReal::confirmed, OnReal::differs, OnReal::not_confirmable};

GuaranteeResult read_result(const Json& json) {
    GuaranteeResult result;
    json.at("guarantee").get_to(result.guarantee);
    result.verdict = word_from(verdicts, json.at("verdict"));
    json.at("expected").get_to(result.expected);
    json.at("expectation").get_to(result.expectation);
    json.at("text").get_to(result.text);
    json.at("token").get_to(result.token);
    json.at("faults").get_to(result.faults);
    json.at("steps").get_to(result.steps);
    result.fingerprint = json.value("fingerprint", "");
    result.expected_in = json.value("expected_in", "");
    result.expected_line = json.value("expected_line", std::size_t{0});
    result.window = json.value("window", "");
    result.window_text = json.value("window_text", "");
    if (json.contains("n")) {
        result.rate = Rate{json.at("n"), json.at("violations"), json.at("low"), json.at("high")};
    }
    if (json.contains("on_real")) {
        const Json& real = json.at("on_real");
        result.on_real = RealCheck{word_from(played, real.at("outcome")), real.at("text")};
    }
    return result;
}

Claim read_claim(const Json& json) {
    Claim claim;
    json.at("number").get_to(claim.number);
    json.at("text").get_to(claim.text);
    json.at("about").get_to(claim.about);
    json.at("guarantees").get_to(claim.guarantees);
    return claim;
}

RegressResult read_regress(const Json& json) {
    RegressResult result;
    json.at("token").get_to(result.token);
    json.at("note").get_to(result.note);
    json.at("place").get_to(result.place);
    json.at("guarantee").get_to(result.guarantee);
    result.replayed = word_from(
        std::array{Replayed::still_fails, Replayed::fixed, Replayed::diverged}, json.at("replayed")
    );
    json.at("text").get_to(result.text);
    json.at("expected").get_to(result.expected);
    return result;
}

FaultCount read_fault(const Json& json) {
    return {
        .kind = json.at("kind"),
        .at = json.at("at"),
        .offered = json.at("offered"),
        .struck = json.at("struck"),
        .in_reach = json.at("in_reach")};
}

CellResult read_cell(const Json& json) {
    CellResult cell;
    json.at("scenario").get_to(cell.scenario);
    json.at("title").get_to(cell.title);
    json.at("file").get_to(cell.file);
    json.at("strategy").get_to(cell.strategy);
    json.at("point").get_to(cell.point);
    json.at("mode").get_to(cell.mode);
    json.at("fault_budget").get_to(cell.fault_budget);
    json.at("states").get_to(cell.states);
    cell.merged = json.value("merged", false);
    json.at("transitions").get_to(cell.transitions);
    json.at("cases").get_to(cell.cases);
    json.at("seconds").get_to(cell.seconds);
    json.at("note").get_to(cell.note);
    json.at("error").get_to(cell.error);
    if (json.contains("claim")) cell.claim = read_claim(json.at("claim"));
    if (json.contains("part")) cell.part = read_part(json.at("part"));
    for (const Json& result : json.value("regress", Json::array())) {
        cell.regress.push_back(read_regress(result));
    }
    for (const Json& fault : json.value("faults", Json::array())) {
        cell.faults.push_back(read_fault(fault));
    }
    for (const Json& result : json.at("guarantees")) {
        cell.guarantees.push_back(read_result(result));
    }
    return cell;
}

std::uint64_t read_seed(const std::string& text) {
    constexpr std::size_t prefix = 2;
    std::uint64_t seed = 0;
    const char* end = text.data() + text.size();
    const bool hexadecimal = text.starts_with("0x") && text.size() > prefix;
    if (!hexadecimal || std::from_chars(text.data() + prefix, end, seed, 16).ptr != end) {
        throw Json::other_error::create(500, "no seed", nullptr);
    }
    return seed;
}

/// Runs of earlier versions have none.
void read_facts(const Json& json, RunRecord& record) {
    for (const Json& strategy : json.value("strategies", Json::array())) {
        record.strategies.push_back(
            {.label = strategy.at("label"),
             .summary = strategy.at("summary"),
             .source = strategy.at("source"),
             .claim = strategy.at("claim"),
             .gap = strategy.at("gap")}
        );
    }
    for (const Json& guarantee : json.value("guarantees", Json::array())) {
        record.guarantees.push_back(
            {.name = guarantee.at("name"),
             .letter = guarantee.at("letter"),
             .holds_when = guarantee.at("holds_when")}
        );
    }
}

Determinism read_determinism(const Json& json) {
    Determinism determinism;
    json.at("percent").get_to(determinism.percent);
    json.at("cases").get_to(determinism.cases);
    json.at("trouble").get_to(determinism.trouble);
    for (const Json& difference : json.at("differences")) {
        determinism.differences.push_back(
            {.scenario = difference.at("scenario"),
             .strategy = difference.at("strategy"),
             .point = difference.at("point"),
             .name = difference.at("case"),
             .step = difference.at("step"),
             .decision = difference.at("decision"),
             .what = difference.at("what"),
             .here = difference.at("first"),
             .again = difference.at("again"),
             .behind = difference.at("behind")}
        );
    }
    return determinism;
}

RunRecord read_manifest(const Json& json) {
    RunRecord record;
    json.at("program").get_to(record.version);
    json.at("commit").get_to(record.commit);
    record.executable = json.value("executable", record.executable);
    json.at("started").get_to(record.started);
    json.at("arguments").get_to(record.arguments);
    record.seed = read_seed(json.at("seed").get<std::string>());
    json.at("seconds").get_to(record.seconds);
    json.at("jobs").get_to(record.jobs);
    // A run that never got to its end was interrupted, whether or not it could say so.
    record.interrupted = json.at("interrupted").get<bool>() || !json.at("finished").get<bool>();
    record.environment = json.value("environment", record.environment);
    json.at("cells_planned").get_to(record.cells_planned);
    if (json.contains("determinism")) {
        record.determinism = read_determinism(json.at("determinism"));
    }
    if (json.contains("real_servers")) {
        json.at("real_servers").at("versions").get_to(record.real.versions);
        json.at("real_servers").at("trouble").get_to(record.real.trouble);
    }
    read_facts(json, record);
    read_shards(json, record);
    return record;
}

constexpr int known_version = 1;

/// Why a manifest is none that this program can read; empty: it is one.
std::string trouble_of(const Json& json) {
    if (!json.is_object() || json.value("format", Json()) != "onceproof-run") {
        return "not a run's folder";
    }
    const Json version = json.value("version", Json());
    if (!version.is_number_integer() || version < 1) return "not a run's folder";
    if (version <= known_version) return "";
    return "written in version " + version.dump() +
           " of the run's format, and this program reads version " + std::to_string(known_version) +
           ": read it with the onceproof that wrote it, or a newer one";
}

/// Lines that cannot be read are counted, and the first of them named.
void read_cells(std::string_view lines, RunRecord& record) {
    std::size_t number = 0;
    std::size_t first = 0;
    std::size_t count = 0;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        ++number;
        try {
            record.cells.push_back(read_cell(Json::parse(lines.substr(0, end))));
        } catch (const Json::exception&) {
            first = count == 0 ? number : first;
            ++count;
        }
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    if (count == 0) return;
    std::string text = "results.ndjson, line " + std::to_string(first);
    if (count > 1) text += " and " + counted(count - 1, "more line");
    record.unreadable.push_back(text);
}

}  // namespace

std::variant<RunRecord, std::string> read_run(std::string_view manifest, std::string_view lines) {
    RunRecord record;
    const Json json = Json::parse(manifest, nullptr, false);
    const bool cut = json.is_discarded();
    if (!cut) {
        const std::string trouble = trouble_of(json);
        if (!trouble.empty()) return trouble;
    }
    try {
        record = read_manifest(json);
    } catch (const Json::exception&) {
        // A run whose manifest is lost cannot have said that it came to its end.
        record.interrupted = true;
        record.unreadable.emplace_back("run.json");
    }
    read_cells(lines, record);
    if (cut && record.cells.empty()) return std::string("not a run's folder");
    record.cells_planned = std::max(record.cells_planned, record.cells.size());
    return record;
}

}  // namespace onceproof::reports
