#include "harness/decode.hpp"
#include "harness/decode_parts.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

/// The example's redis-key must remember a key for as long as it is retried.
Vocabulary with_a_rule() {
    Vocabulary vocabulary = example_vocabulary();
    vocabulary.strategies[1].rules = [](const StrategyUse& use, Duration retry_window) {
        const auto given = use.options.find("ttl");
        const Duration ttl =
            given != use.options.end() ? std::get<Duration>(given->second) : Duration(300ms);
        std::vector<RuleBreach> breaches;
        if (ttl < retry_window) breaches.push_back({"ttl", "it is shorter than the retries"});
        return breaches;
    };
    return vocabulary;
}

std::string rendered(const std::string& more) {
    return render(decode_text(minimal_with(more), "s.toml", with_a_rule()).diagnostics);
}

Duration window_of(const std::string& workload) {
    const Decoded result = decoded("[workload]\n" + workload);
    REQUIRE(result.ok());
    return retry_window(result.scenarios.front().workload);
}

}  // namespace

TEST_CASE("rules: a breach is told where the option stands", "[harness]") {
    CHECK(
        rendered("[strategy.redis-key]\nttl = \"1s\"\n") ==
        "s.toml:5:7: error: rule of redis-key/published for \"ttl\": it is shorter than the "
        "retries\n"
        "    5 | ttl = \"1s\"\n"
        "      |       ^~~~   its options: onceproof list strategies\n"
    );
    CHECK(rendered("[strategy.redis-key]\nttl = \"2m\"\n").empty());
    CHECK(rendered("[strategy.\"redis-key/published\"]\nttl = \"2m\"\n").empty());
}

TEST_CASE("rules: a preset's breach is told at the use entry", "[harness]") {
    CHECK(
        rendered("") ==
        "s.toml:3:19: error: rule of redis-key/published for \"ttl\": it is shorter than the "
        "retries\n"
        "    3 | strategies.use = [\"redis-key\"]\n"
        "      |                   ^~~~~~~~~~~   the preset has it so; set it in "
        "[strategy.\"redis-key/published\"]\n"
    );
}

TEST_CASE("rules: every sweep point is judged, and the swept value named", "[harness]") {
    const std::string text =
        rendered("[sweep]\n\"strategy.redis-key.ttl\" = [\"1s\", \"2m\", \"3s\"]\n");
    CHECK(text.find("s.toml:5:29: error: rule of") != std::string::npos);
    CHECK(text.find("s.toml:5:41: error: rule of") != std::string::npos);
    CHECK(text.find("s.toml:5:35") == std::string::npos);
}

TEST_CASE("rules: they are not judged in a file that is wrong anyway", "[harness]") {
    const std::string text = rendered("[workload]\ncallers = 0\n");
    CHECK(text.find("callers") != std::string::npos);
    CHECK(text.find("rule of") == std::string::npos);
}

TEST_CASE(
    "retry window: all attempts with their pauses, and how far the callers' starts lie apart",
    "[harness]"
) {
    CHECK(window_of("attempts = 1\ntimeout = \"2s\"\n") == 2s);
    CHECK(window_of("attempts = 3\ntimeout = \"2s\"\nbackoff = [\"5s\", \"10s\"]\n") == 21s);
    CHECK(window_of("attempts = 4\ntimeout = \"2s\"\nbackoff = [\"5s\"]\n") == 23s);
    CHECK(window_of("attempts = 2\ntimeout = \"2s\"\nbackoff = []\n") == 4s);
    CHECK(window_of("callers = 2\nattempts = 1\nstarts = [\"1s\", \"7s\"]\n") == 11s);
    CHECK(window_of("callers = 2\nattempts = 1\nstarts = [\"7s\"]\n") == 12s);
    CHECK(window_of("callers = 1\nattempts = 1\nstarts = [\"7s\"]\n") == 5s);
}

}  // namespace onceproof::harness
