#include "reports/record.hpp"

#include <algorithm>
#include <array>

namespace onceproof::reports {
namespace {

/// How bad a verdict is for its cell; what does not apply counts least.
int badness(Verdict verdict) {
    switch (verdict) {
        case Verdict::violated:
            return 4;
        case Verdict::inconclusive:
            return 3;
        case Verdict::held:
            return 2;
        case Verdict::proved:
            return 1;
        case Verdict::not_applicable:
            break;
    }
    return 0;
}

void add(Determinism& all, const Determinism& more) {
    all.percent = std::max(all.percent, more.percent);
    all.cases += more.cases;
    if (all.trouble.empty()) all.trouble = more.trouble;
    for (const DeterminismDifference& one : more.differences) {
        const auto same_cell = [&](const DeterminismDifference& other) {
            return one.scenario == other.scenario && one.strategy == other.strategy &&
                   one.point == other.point;
        };
        if (std::ranges::none_of(all.differences, same_cell)) all.differences.push_back(one);
    }
}

}  // namespace

std::string_view word_of(Verdict verdict) {
    static constexpr std::array<std::string_view, 5> words{
        "proved", "held", "violated", "inconclusive", "-"};
    return words.at(static_cast<std::size_t>(verdict));
}

std::string_view word_of(Replayed replayed) {
    static constexpr std::array<std::string_view, 3> words{"still fails", "fixed", "diverged"};
    return words.at(static_cast<std::size_t>(replayed));
}

std::string_view word_of(OnReal outcome) {
    static constexpr std::array<std::string_view, 3> words{
        "confirmed", "differs", "not confirmable"};
    return words.at(static_cast<std::size_t>(outcome));
}

Verdict CellResult::verdict() const {
    Verdict worst = error.empty() ? Verdict::not_applicable : Verdict::inconclusive;
    for (const GuaranteeResult& result : guarantees) {
        if (badness(result.verdict) > badness(worst)) {
            worst = result.verdict;
        }
    }
    return worst;
}

std::string RunRecord::replay(std::string_view token) const {
    return executable + " replay " + std::string(token);
}

void RunRecord::add_findings(const RunRecord& run) {
    add(determinism, run.determinism);
    for (const std::string& server : run.real.versions) {
        const bool known = std::ranges::find(real.versions, server) != real.versions.end();
        if (!known) real.versions.push_back(server);
    }
    if (real.trouble.empty()) real.trouble = run.real.trouble;
    for (const Counterexample& one : run.counterexamples) {
        const auto& all = counterexamples;
        if (std::ranges::find(all, one.token, &Counterexample::token) == all.end())
            counterexamples.push_back(one);
    }
}

}  // namespace onceproof::reports
