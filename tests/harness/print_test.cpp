#include "harness/print.hpp"

#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

const std::string swept = minimal_with(
    "scenario.title = \"Line \\\"one\\\"\"\nscenario.tags = [\"ci\"]\n"
    "strategy.redis-key.release = \"compare\"\nfaults.budget = 1\n"
    "[[fault]]\nkind = \"stall\"\nat = \"kv\"\nfor = \"0s\"\n"
    "[sweep]\n\"strategy.redis-key.ttl\" = [\"50ms\", \"2s\"]\n"
    "[[expect]]\nwhere.\"strategy.redis-key.ttl\" = [\"50ms\"]\nverdict = \"violated\"\n"
    "[[expect]]\nverdict = \"safe\"\n"
    "[[regress]]\ntoken = \"op1-A\"\n"
);

std::vector<Scenario> scenarios() {
    const Decoded decoded = decode_text(swept, "s.toml", example_vocabulary());
    CAPTURE(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 2);
    return decoded.scenarios;
}

constexpr auto printed_first_point = R"(onceproof = 1
# sweep point: strategy.redis-key.ttl = 50ms

[scenario]
id = "s"
title = "Line \"one\""
tags = ["ci"]

[workload]
callers = 2
keys = 1
attempts = 3
caller = "published"
timeout = "5s"
backoff = ["5s", "10s"]
starts = []
effect = "external"
work = "0s"
other_payload = false

[service]
instances = 2
restart = "1s"
database.dialect = "postgres"
database.pool = 8
database.timeout = "5s"
redis.persistence = "everysec"
redis.replica = false
redis.timeout = "1s"
gateway.timeout = "5s"

[strategies]
use = ["redis-key/published"]

[strategy."redis-key/published"]
release = "compare"
ttl = "50ms"

[faults]
budget = 1

[[fault]]
kind = "stall"
at = "kv"
for = "0s"

[guarantees]
check = ["single_effect", "no_lost_request", "right_result"]

[settle]
retries = ["0s", "400s", "25h"]

[explore]
mode = "exhaustive"
limit.states = 5000000
limit.time = "1m"
cases = 20000

[[expect]]
strategy = "*"
guarantee = "*"
verdict = "violated"

[[expect]]
strategy = "*"
guarantee = "*"
verdict = "safe"

[[regress]]
token = "op1-A"
)";

TEST_CASE("print: shows every key of one sweep point, resolved", "[harness]") {
    CHECK(print(scenarios()[0]) == printed_first_point);
}

TEST_CASE("print: a claim and a window are printed where there are any", "[harness]") {
    const Decoded result = decoded(
        "scenario.claim = \"c\"\nscenario.claim_number = 2\n"
        "[[expect]]\nverdict = \"violated\"\nwindow = \"Z1\"\n"
    );
    REQUIRE(result.ok());
    const std::string text = print(result.scenarios.front());
    CHECK(text.find("claim = \"c\"\nclaim_number = 2\n") != std::string::npos);
    CHECK(text.find("verdict = \"violated\"\nwindow = \"Z1\"\n") != std::string::npos);
    CHECK(print(decoded("").scenarios.front()).find("claim") == std::string::npos);
}

TEST_CASE("print: decoding what was printed prints the same again", "[harness]") {
    for (const Scenario& scenario : scenarios()) {
        Scenario alone = scenario;
        alone.point.clear();
        alone.expectations.clear();
        const std::string text = print(alone);
        const Decoded again = decode_text(text, "s.toml", example_vocabulary());
        CAPTURE(render(again.diagnostics));
        REQUIRE(again.scenarios.size() == 1);
        CHECK(print(again.scenarios.front()) == text);
    }
}

TEST_CASE("canonical: holds what the world depends on, in one form", "[harness]") {
    const Scenario scenario = scenarios()[0];
    CHECK(canonical(scenario, scenario.strategies[0]) == R"([workload]
callers = 2
keys = 1
attempts = 3
caller = "published"
timeout = "5s"
backoff = ["5s", "10s"]
starts = []
effect = "external"
work = "0s"
other_payload = false
[service]
instances = 2
restart = "1s"
database.dialect = "postgres"
database.pool = 8
database.timeout = "5s"
redis.persistence = "everysec"
redis.replica = false
redis.timeout = "1s"
gateway.timeout = "5s"
[faults]
budget = 1
[settle]
retries = ["0s", "400s", "25h"]
[strategy]
label = "redis-key/published"
release = "compare"
ttl = "50ms"
[[fault]]
kind = "stall"
at = "kv"
[guarantees]
check = ["no_lost_request", "right_result", "single_effect"]
)");
}

TEST_CASE("canonical: titles, tags, limits and expectations do not change it", "[harness]") {
    const Scenario scenario = scenarios()[0];
    Scenario other = scenario;
    other.id = "another";
    other.title = "Another";
    other.tags.clear();
    other.expectations.clear();
    other.states_max = 1;
    other.regress.clear();
    other.faults[0].given.clear();
    CHECK(canonical(other, other.strategies[0]) == canonical(scenario, scenario.strategies[0]));
    other.faults[0].max = 2;
    CHECK(canonical(other, other.strategies[0]) != canonical(scenario, scenario.strategies[0]));
}

TEST_CASE("canonical: a key that tokens may be older than counts when it is given", "[harness]") {
    Scenario scenario = scenarios()[0];
    const auto holds = [&](std::string_view line) {
        return canonical(scenario, scenario.strategies[0]).find(line) != std::string::npos;
    };
    CHECK_FALSE(holds("identity"));
    CHECK_FALSE(holds("other_order"));
    CHECK_FALSE(holds("redis.session"));
    scenario.workload.identity = world::Identity::per_attempt;
    scenario.workload.other_order = true;
    scenario.service.session = std::chrono::seconds(3);
    CHECK(holds("identity = \"per-attempt\"\n"));
    CHECK(holds("other_order = true\n"));
    CHECK(holds("redis.session = \"3s\"\n"));
}

}  // namespace
TEST_CASE(
    "print: keys that came later stand there only when they are not the default", "[harness]"
) {
    const Decoded plain = decoded("workload.consumers = 0\n");
    REQUIRE(plain.scenarios.size() == 1);
    CHECK(print(plain.scenarios.front()).find("consumers") == std::string::npos);
    CHECK(print(plain.scenarios.front()).find("depth") == std::string::npos);
    const Decoded given = decoded(
        "workload.batch = 2\nservice.broker.deliveries = 3\nexplore.mode = \"pct\"\n"
        "explore.depth = 4\n"
    );
    REQUIRE(given.scenarios.size() == 1);
    const std::string text = print(given.scenarios.front());
    CHECK(text.find("batch = 2\n") != std::string::npos);
    CHECK(text.find("broker.deliveries = 3\n") != std::string::npos);
    CHECK(text.find("mode = \"pct\"\n") != std::string::npos);
    CHECK(text.find("depth = 4\n") != std::string::npos);
    const Decoded again = decode_text(text, "s.toml", example_vocabulary());
    REQUIRE(again.scenarios.size() == 1);
    CHECK(print(again.scenarios.front()) == text);
}

}  // namespace onceproof::harness
