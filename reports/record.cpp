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

}  // namespace onceproof::reports
