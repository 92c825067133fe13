#include "harness/real/chaos_record.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/expectation.hpp"
#include "harness/facts.hpp"
#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using guarantee::Id;
using reports::Verdict;

/// Why a guarantee is not judged; empty: it is.
std::string why_not_applicable(Id id, const Scenario& scenario) {
    if (id == Id::bounded_storage) {
        return "nobody waits for the retention time on real servers";
    }
    const bool one_payload = !scenario.workload.other_payload && !scenario.workload.other_order;
    return id == Id::bound_to_payload && one_payload ? "all callers send the same payload" : "";
}

std::string places_of(const std::vector<Duration>& horizons) {
    std::vector<std::string> texts;
    texts.reserve(horizons.size());
    for (const Duration horizon : horizons) {
        texts.push_back("+" + format_duration(horizon));
    }
    return join(texts, ", ");
}

void decide(
    reports::GuaranteeResult& verdict,
    const GuaranteeCount& count,
    const ChaosResult& result,
    bool violation_expected
) {
    const std::uint64_t found = violation_expected ? count.within + count.beyond : count.within;
    if (found > 0) {
        verdict.verdict = Verdict::violated;
        verdict.text = count.text;
        verdict.faults = count.example.has_value() ? count.example->faults : 0;
        verdict.steps = count.example.has_value() ? count.example->events.size() : 0;
        return;
    }
    verdict.verdict = Verdict::held;
    if (count.open > 0) {
        verdict.verdict = Verdict::inconclusive;
        verdict.text = counted(count.open, "request") + " not through after " +
                       places_of(result.horizons) + "; not waited for " +
                       places_of(result.horizons_left_out);
    } else if (violation_expected) {
        verdict.text =
            "not found in " + std::to_string(std::lround(result.seconds)) + " s: chance decides";
    } else if (count.beyond > 0) {
        verdict.text = counted(count.beyond, "request") +
                       " broke it beyond the scenario's bound: " + count.text;
    }
}

}  // namespace

reports::CellResult record_of(const Cell& cell, const ChaosResult& result) {
    const Scenario& scenario = *cell.scenario;
    reports::CellResult record;
    record.scenario = scenario.id;
    record.title = scenario.title;
    record.file = scenario.file;
    record.strategy = cell.use->label();
    record.point = scenario.point;
    record.claim = claim_of(scenario, *cell.use);
    record.mode = "real";
    record.fault_budget = result.budget;
    record.cases = result.requests;
    record.seconds = result.seconds;
    record.error = result.trouble;
    record.note = result.not_run;
    for (const std::string& name : scenario.guarantees) {
        const auto info = std::ranges::find(guarantee::all, name, &guarantee::Info::name);
        ENSURE(info != guarantee::all.end());
        const Expectation* const expectation = expectation_for(scenario, *cell.use, name);
        const bool violation_expected = expectation != nullptr && expectation->violated;
        reports::GuaranteeResult verdict;
        verdict.guarantee = name;
        verdict.expectation = violation_expected ? "violated" : "safe";
        if (expectation != nullptr) {
            verdict.expectation +=
                " (" + expectation->file + ":" + std::to_string(expectation->line) + ")";
        }
        const auto count =
            std::ranges::find(result.guarantees, info->id, &GuaranteeCount::guarantee);
        verdict.text = why_not_applicable(info->id, scenario);
        if (!result.not_run.empty() || !verdict.text.empty()) {
            verdict.verdict = Verdict::not_applicable;
            verdict.text = result.not_run.empty() ? verdict.text : result.not_run;
        } else if (count == result.guarantees.end()) {
            verdict.verdict = Verdict::inconclusive;
            verdict.text = "not judged: " + result.trouble;
        } else {
            decide(verdict, *count, result, violation_expected);
        }
        verdict.expected = verdict.verdict != Verdict::violated || violation_expected;
        if (verdict.verdict == Verdict::violated && violation_expected &&
            !expectation->window.empty()) {
            verdict.window = expectation->window;
            verdict.window_text = window_text(expectation->window);
        }
        record.guarantees.push_back(std::move(verdict));
    }
    return record;
}

}  // namespace onceproof::harness
