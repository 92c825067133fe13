#include "bench/compare.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("figures: a run's rate is found by its name, without its length", "[bench]") {
    const auto figures = figures_in(
        R"({"context": {}, "benchmarks": [
            {"name": "a/published/postgresql/repeats:0/min_time:0.500/real_time/threads:16",
             "requests_per_second": 1234.5},
            {"name": "b/iterations:20/real_time/threads:2", "requests_per_second": 7}]})"
    );
    REQUIRE(figures);
    CHECK(
        *figures ==
        Figures{{"a/published/postgresql/repeats:0/threads:16", 1234.5}, {"b/threads:2", 7}}
    );
}

TEST_CASE("figures: a run without figures is left out", "[bench]") {
    const auto figures = figures_in(
        R"({"benchmarks": [{"name": "a", "error_occurred": true, "error_message": "broke"}]})"
    );
    REQUIRE(figures);
    CHECK(figures->empty());
}

TEST_CASE("figures: another file has none", "[bench]") {
    CHECK_FALSE(figures_in(""));
    CHECK_FALSE(figures_in("[1, 2]"));
    CHECK_FALSE(figures_in("{\"runs\": []}"));
}

}  // namespace
}  // namespace onceproof::bench
