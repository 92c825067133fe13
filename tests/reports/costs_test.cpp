#include "reports/costs.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

Costs p99(const std::vector<double>& samples) {
    return {{"run", {{"p99_ns", samples}}}};
}

TEST_CASE("read_costs: repetitions are samples, aggregates and failures are not", "[reports]") {
    Costs costs;
    CHECK(read_costs(
        R"({"benchmarks": [
        {"name": "a/repeats:2/min_time:1.000", "run_type": "iteration", "p99_ns": 5.0},
        {"name": "a/repeats:2/min_time:2.000", "run_type": "iteration", "p99_ns": 7.0},
        {"name": "a_mean", "run_type": "aggregate", "p99_ns": 6.0},
        {"name": "b", "error_occurred": true, "p99_ns": 1.0}]})",
        costs
    ));
    REQUIRE(costs.size() == 1);
    CHECK(costs.at("a").at("p99_ns") == std::vector<double>{5, 7});
    CHECK_FALSE(read_costs("{}", costs));
    CHECK_FALSE(read_costs("{\"benchmarks\": [", costs));
}

TEST_CASE("parse_threshold: latencies upwards, requests downwards", "[reports]") {
    const auto latency = parse_threshold("p99<=+10%");
    REQUIRE(latency.has_value());
    CHECK(latency->metric == "p99_ns");
    CHECK(latency->share == Approx(0.1));
    const auto requests = parse_threshold("requests>=-2.5%");
    REQUIRE(requests.has_value());
    CHECK(requests->metric == "requests_per_second");
    CHECK(requests->share == Approx(0.025));
    for (const char* wrong :
         {"",
          "p99",
          "p99<=10%",
          "p99>=-10%",
          "p98<=+10%",
          "p99<=+%",
          "p99<=+1x%",
          "<=+1%",
          "requests<=+1%",
          "p99<=+10"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_threshold(wrong).has_value());
    }
}

TEST_CASE("cost_deltas: the interval is Welch's of the logarithms", "[reports]") {
    const auto deltas = cost_deltas(p99({1, 1, 1}), p99({std::exp(0.1), std::exp(0.3)}), {});
    REQUIRE(deltas.size() == 1);
    CHECK(deltas[0].change == Approx(std::expm1(0.2)));
    REQUIRE(deltas[0].interval.has_value());
    // One degree of freedom, standard error 0.1.
    CHECK(deltas[0].interval->first == Approx(std::expm1(0.2 - 1.2706)));
    CHECK(deltas[0].interval->second == Approx(std::expm1(0.2 + 1.2706)));
}

TEST_CASE("cost_deltas: over is what is over with the whole interval", "[reports]") {
    const Threshold limit = *parse_threshold("p99<=+10%");
    const auto over = [&](const std::vector<double>& base, const std::vector<double>& now) {
        const auto deltas = cost_deltas(p99(base), p99(now), {limit});
        REQUIRE(deltas.size() == 1);
        return deltas[0].is_over(limit);
    };
    CHECK(over({7.90, 7.91, 7.92}, {9.60, 9.61, 9.62}));
    CHECK_FALSE(over({7.9, 7.91, 7.92}, {8.1, 8.11, 8.12}));
    CHECK_FALSE(over({5, 8, 11}, {7, 9.6, 13}));
    // A single repetition is taken as it is.
    CHECK(over({7.9}, {9.6}));
    CHECK_FALSE(over({7.9}, {8.0}));
}

TEST_CASE("cost_deltas: fewer requests are worse", "[reports]") {
    const Threshold limit = *parse_threshold("requests>=-5%");
    const auto costs = [](double value) {
        return Costs{{"run", {{"requests_per_second", {value}}}}};
    };
    CHECK(cost_deltas(costs(100), costs(90), {limit})[0].is_over(limit));
    CHECK_FALSE(cost_deltas(costs(100), costs(96), {limit})[0].is_over(limit));
    CHECK_FALSE(cost_deltas(costs(100), costs(200), {limit})[0].is_over(limit));
}

TEST_CASE("cost_deltas: only runs and figures of both, and none that is no figure", "[reports]") {
    CHECK(cost_deltas(p99({1}), {{"other", {{"p99_ns", {1}}}}}, {}).empty());
    CHECK(cost_deltas(p99({0}), p99({1}), {}).empty());
    CHECK(cost_deltas(p99({}), p99({1}), {}).empty());
    CHECK(metric_name("p999_ns") == "p99.9");
    CHECK(metric_name("requests_per_second") == "requests/s");
}

}  // namespace
}  // namespace onceproof::reports
