#pragma once

#include <string>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// What one scenario's cells say of the claim that it puts to the test.
struct ClaimAnswer {
    std::size_t number = 0;
    std::string claim;
    std::string scenario;
    std::string title;
    /// Derived from the verdicts alone: "refuted: …", "holds within the bound: …", "holds only if
    /// …", "not decided: …", "not answered: …". Markdown.
    std::string answer;
};

/// One for each scenario with a claim: by number, those without a number last, then in plan order.
std::vector<ClaimAnswer> claim_answers(const RunRecord& record);

}  // namespace onceproof::reports
