#include "harness/judge.hpp"

#include "model/base/proportion.hpp"

namespace onceproof::harness {

using reports::Verdict;

void judge_unbroken(const SearchEnd& end, reports::GuaranteeResult& result) {
    if (!end.cut.empty()) {
        result.verdict = Verdict::inconclusive;
        result.text = end.cut;
    } else if (!end.coverage.applies) {
        result.verdict = Verdict::not_applicable;
        result.text = "no fault of the scenario can strike what the strategy calls";
    } else if (!end.coverage.idle.empty()) {
        result.verdict = Verdict::inconclusive;
        result.text = "vacuous: " + end.coverage.idle;
    } else {
        result.verdict = end.proves ? Verdict::proved : Verdict::held;
        result.text.clear();
    }
}

bool is_as_expected(Verdict verdict, bool violation_expected, const Coverage& coverage) {
    // A violation that is expected where nothing can strike is a mistake of the scenario.
    const bool open = verdict == Verdict::inconclusive ||
                      (verdict == Verdict::not_applicable && coverage.applies);
    return open || (verdict == Verdict::violated) == violation_expected;
}

reports::Rate rate_of(std::uint64_t violations, std::uint64_t cases) {
    const Interval interval = confidence_95(violations, cases);
    return {cases, violations, interval.low, interval.high};
}

std::string note_of(const std::string& bound, const std::string& recovery) {
    return bound + (bound.empty() || recovery.empty() ? "" : "; ") + recovery;
}

}  // namespace onceproof::harness
