#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "model/explore/sample.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::explore {

/// Runs a request.
using RunSample = std::function<SampleResult(const SampleRequest&)>;

/// Runs the cases of `request` in as many parts as there are runners, each on a thread of its own,
/// and puts the parts together in the order of the cases.
inline SampleResult sample_in_parts(
    const SampleRequest& request, std::span<const RunSample> runners
) {
    std::vector<SampleResult> parts(runners.size());
    std::vector<std::thread> threads;
    for (std::size_t part = 0; part < runners.size(); ++part) {
        threads.emplace_back([&, part] {
            SampleRequest mine = request;
            mine.first = request.first + request.cases * part / runners.size();
            mine.cases = request.first + request.cases * (part + 1) / runners.size() - mine.first;
            parts[part] = runners[part](mine);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    SampleResult whole = parts.front();
    for (std::size_t part = 1; part < parts.size(); ++part) {
        whole.cases += parts[part].cases;
        whole.cut += parts[part].cut;
        whole.transitions += parts[part].transitions;
        for (std::size_t outcome = 0; outcome < whole.outcomes.size(); ++outcome) {
            whole.outcomes[outcome] += parts[part].outcomes[outcome];
            whole.offered[outcome] += parts[part].offered[outcome];
        }
        for (const SampleFound& found : parts[part].violations) {
            const auto known = std::ranges::find_if(whole.violations, [&](const auto& other) {
                return other.found.violation.guarantee == found.found.violation.guarantee;
            });
            if (known == whole.violations.end()) {
                whole.violations.push_back(found);
            } else {
                known->cases += found.cases;
            }
        }
    }
    return whole;
}

/// Checks that two results agree in all that they say.
inline void check_same(const SampleResult& left, const SampleResult& right) {
    CHECK(left.ending == right.ending);
    CHECK(left.extent == right.extent);
    CHECK(left.cases == right.cases);
    CHECK(left.cut == right.cut);
    CHECK(left.transitions == right.transitions);
    CHECK(left.outcomes == right.outcomes);
    CHECK(left.offered == right.offered);
    REQUIRE(left.violations.size() == right.violations.size());
    for (std::size_t index = 0; index < left.violations.size(); ++index) {
        const SampleFound& one = left.violations[index];
        const SampleFound& other = right.violations[index];
        CHECK(one.found.violation == other.found.violation);
        CHECK(one.found.schedule == other.found.schedule);
        CHECK(one.index == other.index);
        CHECK(one.cases == other.cases);
    }
}

}  // namespace onceproof::explore
