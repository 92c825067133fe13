#include "bench/parameters.hpp"

#include <set>

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("parameters: figures are taken with 1, 4 and 16 threads, a second each", "[bench]") {
    const Parameters canonical = parameters(false);
    CHECK(canonical.threads == std::vector<std::size_t>{1, 4, 16});
    CHECK(canonical.min_time == std::chrono::seconds(1));
    CHECK(canonical.requests == 0);
    CHECK(canonical.done_keys == 16);
    CHECK(canonical.warm_up == 6);
}

TEST_CASE("parameters: a smoke run makes a fixed number of requests", "[bench]") {
    const Parameters smoke = parameters(true);
    CHECK(smoke.threads == std::vector<std::size_t>{1, 2});
    CHECK(smoke.min_time == std::chrono::seconds(0));
    CHECK(smoke.requests == 40);
    CHECK(smoke.done_keys == 4);
    CHECK(smoke.warm_up == 2);
}

TEST_CASE("parameters: each stands in the table once, with its meaning", "[bench]") {
    std::set<Parameter> seen;
    for (const ParameterRow& row : parameter_table) {
        CAPTURE(row.name);
        CHECK(seen.insert(row.parameter).second);
        CHECK_FALSE(row.meaning.empty());
    }
    CHECK(seen.size() == parameter_table.size());
}

TEST_CASE("parameters: every run has an end, by requests or by time", "[bench]") {
    const bool smoke = GENERATE(true, false);
    const Parameters values = parameters(smoke);
    CHECK((values.requests > 0) != (values.min_time.count() > 0));
}

}  // namespace
}  // namespace onceproof::bench
