#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include <rapidcheck.h>

namespace onceproof {

/// How a law is tried.
struct LawCases {
    int count = 100;     ///< cases to pass
    int size_max = 100;  ///< RapidCheck's size of the largest case
    /// Every run tries the same cases, unless RC_PARAMS is set: then it decides.
    std::uint64_t seed = 1;
};

/// Checks a law with RapidCheck; prints the shrunk counterexample if it does not hold.
template <class Testable>
bool law_holds(const std::string& law, LawCases cases, Testable&& testable) {
    rc::detail::TestMetadata metadata;
    metadata.id = law;
    metadata.description = law;
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    params.maxSuccess = cases.count;
    params.maxSize = cases.size_max;
    if (std::getenv("RC_PARAMS") == nullptr) params.seed = cases.seed;
    const auto result =
        rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
    const bool holds = result.template is<rc::detail::SuccessResult>();
    if (!holds) {
        std::cerr << law << " (seed " << params.seed << ")\n";
        rc::detail::printResultMessage(result, std::cerr);
        std::cerr << '\n';
    }
    return holds;
}

}  // namespace onceproof
