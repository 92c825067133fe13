#include "harness/latency.hpp"

#include "harness/decode.hpp"
#include "harness/print.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

/// What a file with that latency of Redis is read as.
Latency read(const std::string& text) {
    const Decoded result = decoded("[latency]\nredis = " + text + "\n");
    CAPTURE(render(result.diagnostics));
    REQUIRE(result.ok());
    return result.scenarios.front().latency.redis;
}

/// The first line of what is wrong with it, and the note.
std::string trouble(const std::string& text) {
    return messages_for("[latency]\nredis = " + text + "\n");
}

TEST_CASE("latency: a duration is constant, a table names its distribution", "[harness]") {
    CHECK(read("\"2ms\"") == Latency{"constant", {{"value", 2ms}}});
    CHECK(
        read("{ dist = \"uniform\", min = \"1ms\", max = \"3ms\" }") ==
        Latency{"uniform", {{"min", 1ms}, {"max", 3ms}}}
    );
    CHECK(
        read("{ dist = \"exponential\", mean = \"5ms\" }") ==
        Latency{"exponential", {{"mean", 5ms}}}
    );
    CHECK(
        read("{ dist = \"lognormal\", p50 = \"800us\", p99 = \"6ms\" }") ==
        Latency{"lognormal", {{"p50", 800us}, {"p99", 6ms}}}
    );
}

TEST_CASE("latency: percentiles begin at 0s unless p0 is given", "[harness]") {
    const Latency given =
        read("{ dist = \"percentiles\", p100 = \"8ms\", p50 = \"2ms\", \"p99.9\" = \"4ms\" }");
    const auto points = points_of(given);
    REQUIRE(points.size() == 4);
    CHECK(points[0].share == 0);
    CHECK(points[0].value == 0s);
    CHECK(points[1].share == world::Distribution::whole / 2);
    CHECK(points[2].share == 4'290'672'328);  // 0.999 * 2^32
    CHECK(points[2].value == 4ms);
    CHECK(points[3].share == world::Distribution::whole);
    CHECK(points_of({"percentiles", {{"p0", 1ms}, {"p100", 2ms}}}).size() == 2);
}

TEST_CASE("latency: it is printed as it is read", "[harness]") {
    for (const char* text :
         {"\"2ms\"",
          "{ dist = \"exponential\", mean = \"5ms\" }",
          "{ dist = \"percentiles\", p100 = \"8ms\", p50 = \"2ms\", \"p99.9\" = \"4ms\" }"}) {
        CHECK(text_of(read(text)) == text);
    }
    const Decoded result = decoded("[latency]\nredis = \"2ms\"\n");
    const std::string printed = print(result.scenarios.front());
    CHECK(printed.find("\n[latency]\nredis = \"2ms\"\n") != std::string::npos);
    // What takes no time is not told, so that older tokens know their cells.
    CHECK(print(decoded("").scenarios.front()).find("latency") == std::string::npos);
    const StrategyUse& use = result.scenarios.front().strategies.front();
    CHECK(canonical(result.scenarios.front(), use).find("redis = \"2ms\"") != std::string::npos);
}

TEST_CASE("latency: it can be swept", "[harness]") {
    const Decoded result = decoded("[sweep]\n\"latency.redis\" = [\"1ms\", \"2ms\"]\n");
    REQUIRE(result.scenarios.size() == 2);
    CHECK(result.scenarios[1].latency.redis == Latency{"constant", {{"value", 2ms}}});
}

TEST_CASE("latency: what is wrong is told with its place and a hint", "[harness]") {
    CHECK(
        trouble("5") ==
        R"(s.toml:5:9: error: latency "redis" is a duration or a table
    5 | redis = 5
      |         ^   such as "2ms" or { dist = "lognormal", p50 = "800us", p99 = "6ms" }
)"
    );
    CHECK(
        trouble("{ dist = \"lognormall\" }") ==
        R"(s.toml:5:18: error: unknown dist "lognormall"; did you mean "lognormal"?
    5 | redis = { dist = "lognormall" }
      |                  ^~~~~~~~~~~~   known: constant, uniform, exponential, lognormal, percentiles
)"
    );
    CHECK(
        trouble("{ dist = \"uniform\", mean = \"1ms\" }") ==
        R"(s.toml:5:29: error: dist "uniform" takes no "mean"
    5 | redis = { dist = "uniform", mean = "1ms" }
      |                             ^~~~   known: min, max
)"
    );
    CHECK(trouble("{ p50 = \"1ms\" }").find("names no \"dist\"") != std::string::npos);
    CHECK(
        trouble("{ dist = \"uniform\", min = \"1ms\" }").find("needs \"max\"") != std::string::npos
    );
    CHECK(
        trouble("{ dist = \"uniform\", min = \"2ms\", max = \"1ms\" }").find("falls") !=
        std::string::npos
    );
    CHECK(
        trouble("{ dist = \"exponential\", mean = \"0s\" }")
            .find("\"mean\" of latency \"redis\" is above 0s") != std::string::npos
    );
    CHECK(
        trouble("{ dist = \"percentiles\", p50 = \"1ms\" }").find("needs \"p100\"") !=
        std::string::npos
    );
    for (const char* name : {"p101", "p", "q50", "\"p99.9999\"", "\"p99.\"", "\"p.5\""}) {
        CAPTURE(name);
        const std::string text = trouble(
            "{ dist = \"percentiles\", p100 = \"9ms\", " + std::string(name) + " = \"1ms\" }"
        );
        CHECK(text.find("takes no") != std::string::npos);
    }
    CHECK(
        trouble("{ dist = \"exponential\", mean = 5 }")
            .find("\"mean\" of latency \"redis\" is a duration") != std::string::npos
    );
}

}  // namespace
}  // namespace onceproof::harness
