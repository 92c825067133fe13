#include "reports/sarif.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "reports/failure_files.hpp"
#include "reports/grid.hpp"
#include "reports/json_writer.hpp"
#include "reports/rates.hpp"
#include "reports/sarif_flow.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {
namespace {

constexpr std::string_view missed_rule = "control_missed";

class Sarif {
public:
    explicit Sarif(const RunRecord& record) : record_(record) { collect_rules(); }

    std::string text() {
        json_.begin_object();
        json_.field(
            "$schema",
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
            "sarif-schema-2.1.0.json"
        );
        json_.field("version", "2.1.0");
        json_.key("runs");
        json_.begin_array();
        json_.begin_object();
        write_tool();
        write_invocations();
        json_.field("columnKind", "unicodeCodePoints");
        json_.key("results");
        json_.begin_array();
        for (const DistinctViolation& violation : distinct_violations(record_)) {
            write_violation(violation);
        }
        for (const CellResult& cell : record_.cells) {
            for (const GuaranteeResult& result : cell.guarantees) {
                if (is_missed(result)) write_missed(cell, result);
            }
        }
        json_.end_array();
        json_.end_object();
        json_.end_array();
        json_.end_object();
        return json_.take() + "\n";
    }

private:
    /// Guarantees that the record describes, then others that its cells name.
    void collect_rules() {
        for (const GuaranteeFacts& guarantee : record_.guarantees)
            add_rule(guarantee.name, guarantee.holds_when);
        for (const CellResult& cell : record_.cells) {
            for (const GuaranteeResult& result : cell.guarantees)
                add_rule(result.guarantee, "");
        }
        add_rule(std::string(missed_rule), "a violation that a scenario expects is found");
    }

    void add_rule(const std::string& name, const std::string& holds_when) {
        if (std::ranges::find(rules_, name, &GuaranteeFacts::name) == rules_.end()) {
            rules_.push_back({.name = name, .letter = "", .holds_when = holds_when});
        }
    }

    void write_tool() {
        json_.key("tool");
        json_.begin_object();
        json_.key("driver");
        json_.begin_object();
        json_.field("name", "onceproof");
        json_.field("version", record_.version);
        json_.key("rules");
        json_.begin_array();
        for (const GuaranteeFacts& rule : rules_) {
            json_.begin_object();
            json_.field("id", rule.name);
            if (!rule.holds_when.empty()) {
                sarif_message(json_, "shortDescription", "holds when: " + rule.holds_when);
            }
            json_.end_object();
        }
        json_.end_array();
        json_.end_object();
        json_.end_object();
    }

    void write_invocations() {
        json_.key("invocations");
        json_.begin_array();
        if (record_.joined.empty()) write_invocation(record_.started, record_.arguments);
        for (const JoinedRun& run : record_.joined)
            write_invocation(run.started, run.arguments);
        json_.end_array();
    }

    void write_invocation(const std::string& started, const std::vector<std::string>& arguments) {
        json_.begin_object();
        json_.field(
            "executionSuccessful",
            !record_.interrupted && record_.unreadable.empty() && record_.missing.empty()
        );
        if (!started.empty()) json_.field("startTimeUtc", started);
        json_.field("arguments", arguments);
        json_.end_object();
    }

    void begin_result(std::string_view rule, std::string_view level, const std::string& text) {
        const auto found = std::ranges::find(rules_, rule, &GuaranteeFacts::name);
        json_.begin_object();
        json_.field("ruleId", rule);
        json_.field("ruleIndex", found - rules_.begin());
        json_.field("level", level);
        sarif_message(json_, "message", text);
    }

    void write_location(const CellResult& cell, const GuaranteeResult& result) {
        json_.key("locations");
        json_.begin_array();
        json_.begin_object();
        sarif_place(json_, cell, result);
        json_.key("logicalLocations");
        json_.begin_array();
        json_.begin_object();
        json_.field("fullyQualifiedName", cell_name(cell));
        json_.end_object();
        json_.end_array();
        json_.end_object();
        json_.end_array();
    }

    void write_violation(const DistinctViolation& violation) {
        const CellResult& cell = *violation.cell;
        const GuaranteeResult& result = *violation.result;
        std::string text = fmt::format(
            "{} breaks {} in {}: {}.",
            violation.strategy,
            violation.guarantee,
            violation.scenario,
            result.text
        );
        if (const std::string where = where_text(violation); !where.empty()) {
            text += " It is " + where + ".";
        }
        if (result.rate.has_value()) text += " In " + rate_text(*result.rate) + ".";
        text += " Replay: " + record_.replay(result.token);
        begin_result(violation.guarantee, violation.expected ? "note" : "error", text);
        write_location(cell, result);
        if (!result.fingerprint.empty()) {
            json_.key("partialFingerprints");
            json_.begin_object();
            json_.field("onceproofFailure/v1", result.fingerprint);
            json_.end_object();
        }
        if (violation.expected) write_suppression(result);
        if (const Counterexample* drawn = counterexample_of(record_, violation)) {
            sarif_flow(json_, drawn->trace, cell, result);
        }
        json_.key("properties");
        json_.begin_object();
        json_.field("token", result.token);
        json_.field("cells", violation.cells.size());
        json_.end_object();
        json_.end_object();
    }

    void write_suppression(const GuaranteeResult& result) {
        json_.key("suppressions");
        json_.begin_array();
        json_.begin_object();
        json_.field("kind", "inSource");
        json_.field("status", "accepted");
        json_.field("justification", "expected: " + result.expectation);
        json_.end_object();
        json_.end_array();
    }

    void write_missed(const CellResult& cell, const GuaranteeResult& result) {
        begin_result(
            missed_rule,
            "error",
            fmt::format(
                "{}: {} was expected to break and did not ({}).",
                cell_name(cell),
                result.guarantee,
                result.verdict == Verdict::not_applicable ? "does not apply"
                                                          : word_of(result.verdict)
            )
        );
        write_location(cell, result);
        json_.end_object();
    }

    const RunRecord& record_;
    std::vector<GuaranteeFacts> rules_;
    JsonWriter json_{JsonWriter::Layout::indented};
};

}  // namespace

std::string sarif(const RunRecord& record) {
    return Sarif(record).text();
}

}  // namespace onceproof::reports
