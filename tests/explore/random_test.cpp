#include "model/explore/random.hpp"

#include <algorithm>

#include "bench/explorer/protocol_counts.hpp"
#include "tests/explore/sample_parts.hpp"
#include "tests/litmus/check_then_act.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Ending;
using explore::random_walks;
using explore::SampleResult;
using Variant = Protocol::Variant;

TEST_CASE("random walks: the same seed gives the same walks, another seed others", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::takeover);
    const auto run = [&](std::uint64_t seed) {
        return random_walks(system, {.seed = seed, .cases = 200, .fault_budget = 1});
    };
    const SampleResult first = run(7);
    explore::check_same(first, run(7));
    CHECK(run(8).transitions != first.transitions);
}

TEST_CASE("random walks: without a budget nothing is ever struck", "[explore]") {
    ProtocolSystem system = size_1.system(Variant::fine);
    const SampleResult result = random_walks(system, {.seed = 1, .cases = 1'000});
    CHECK(result.ending == Ending::exhausted);
    CHECK(result.cases == 1'000);
    CHECK(result.outcomes[Protocol::ok] == result.transitions);
}

TEST_CASE(
    "random walks: faults that were offered are counted apart from those taken", "[explore]"
) {
    ProtocolSystem system = size_1.system(Variant::fine);
    const SampleResult result = random_walks(system, {.seed = 1, .cases = 100, .fault_budget = 1});
    CHECK(result.offered[Protocol::ok] == 0);
    CHECK(result.outcomes[Protocol::crash] > 0);
    CHECK(result.offered[Protocol::crash] > result.outcomes[Protocol::crash]);
    CHECK(result.offered[Protocol::crash + 1] == 0);
    const SampleResult calm = random_walks(system, {.seed = 1, .cases = 100});
    CHECK(calm.offered[Protocol::crash] == 0);
}

TEST_CASE("random walks: choose evenly between options without a fault", "[explore]") {
    // Behind the first check one of two options leads to the second effect, the other one does not.
    Machine<CheckThenAct> system({});
    const SampleResult result = random_walks(system, {.seed = 1, .cases = 10'000});
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations[0].cases > 4'800);
    CHECK(result.violations[0].cases < 5'200);
}

TEST_CASE("random walks: find the crash of D in a median of at most 60 walks (S1)", "[explore]") {
    ProtocolSystem system = size_1.system(Variant::detected_takeover);
    std::vector<std::uint64_t> walks;
    for (std::uint64_t seed = 0; seed < 101; ++seed) {
        const SampleResult result = random_walks(
            system,
            {.seed = seed,
             .cases = 10'000,
             .fault_budget = 1,
             .guarantees = {Protocol::single_effect}}
        );
        REQUIRE(result.ending == Ending::found);
        walks.push_back(result.cases);
    }
    std::sort(walks.begin(), walks.end());
    CHECK(walks[50] <= 60);
}
