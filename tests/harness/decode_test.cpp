#include "harness/decode.hpp"

#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

constexpr auto full_example = R"(#:schema ./onceproof.schema.json
onceproof = 1

[scenario]
id    = "claim-expires-in-handler"
title = "The claim's TTL ends while its owner is still inside the handler"
tags  = ["ci", "lease", "redis"]

[workload]
callers  = 2
attempts = 2
keys     = 1
caller   = "patient"
timeout  = "4s"
backoff  = ["5s", "10s"]
starts   = ["0s", "20ms"]
effect   = "external-idempotent"
work     = "100ms"
other_payload = true
other_order = true
identity = "per-order"

[service]
instances = 3
restart   = "2s"
database  = { dialect = "postgres", pool = 4, timeout = "7s" }
redis     = { persistence = "always", replica = true, timeout = "500ms" }
gateway   = { timeout = "6s" }

[strategies]
use = ["dedup-table", "redis-key", "two-level/hardened", "redis-key/hardened"]
[strategy."redis-key"]
preset  = "published"
ttl     = "200ms"
release = "compare"
[strategy."redis-key/hardened"]
ttl   = "1s"
tries = 4
renew = true

[faults]
budget = 2
[[fault]]
kind = "stall"
at   = "gateway.charge"
for  = "350ms"
max  = 3
rate = 0.01
[[fault]]
kind = "redis-failover"
lose = 5

[guarantees]
check = ["*"]

[settle]
retries = ["0s", "400s"]

[explore]
mode   = "random"
limit  = { states = 5_000, time = "30s" }
cases  = 7_000

[[expect]]
strategy  = "redis-key"
guarantee = "single_effect"
verdict   = "violated"
[[expect]]
strategy  = "*"
verdict   = "safe"

[[regress]]
token = "op1-ABC"
note  = "double charge"
)";

Scenario decoded_example() {
    const Decoded decoded = decode_text(full_example, "full.toml", example_vocabulary());
    CAPTURE(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 1);
    return decoded.scenarios.front();
}

TEST_CASE("decode: workload and service get every field of the full example", "[harness]") {
    const Scenario scenario = decoded_example();
    CHECK(scenario.file == "full.toml");
    CHECK(scenario.id == "claim-expires-in-handler");
    CHECK(scenario.tags == std::vector<std::string>{"ci", "lease", "redis"});
    CHECK(scenario.workload.callers == 2);
    CHECK(scenario.workload.attempts == 2);
    CHECK(scenario.workload.caller == "patient");
    CHECK(scenario.workload.timeout == 4s);
    CHECK(scenario.workload.backoff == std::vector<Duration>{5s, 10s});
    CHECK(scenario.workload.starts == std::vector<Duration>{0s, 20ms});
    CHECK(scenario.workload.effect == Effect::external_idempotent);
    CHECK(scenario.workload.work == 100ms);
    CHECK(scenario.workload.other_payload);
    CHECK(scenario.workload.other_order);
    CHECK(scenario.workload.identity == world::Identity::per_order);
    CHECK(scenario.service.instances == 3);
    CHECK(scenario.service.restart == 2s);
    CHECK(scenario.service.dialect == "postgres");
    CHECK(scenario.service.pool == 4);
    CHECK(scenario.service.sql_timeout == 7s);
    CHECK(scenario.service.persistence == "always");
    CHECK(scenario.service.replica);
    CHECK(scenario.service.kv_timeout == 500ms);
    CHECK(scenario.service.gateway_timeout == 6s);
}

TEST_CASE("decode: options of the plain name come first, those of the preset on top", "[harness]") {
    const Scenario scenario = decoded_example();
    REQUIRE(scenario.strategies.size() == 4);
    CHECK(scenario.strategies[0].label() == "dedup-table");
    CHECK(scenario.strategies[1].label() == "redis-key/published");
    CHECK(scenario.strategies[2].label() == "two-level/hardened");
    CHECK(scenario.strategies[3].label() == "redis-key/hardened");
    using Options = std::map<std::string, OptionValue>;
    CHECK(
        scenario.strategies[1].options ==
        Options{{"ttl", Duration(200ms)}, {"release", std::string("compare")}}
    );
    CHECK(
        scenario.strategies[3].options ==
        Options{
            {"ttl", Duration(1s)},
            {"release", std::string("compare")},
            {"tries", std::int64_t{4}},
            {"renew", true}}
    );
}

TEST_CASE("decode: a strategy without preset gets its first one", "[harness]") {
    const Decoded decoded =
        decode_text(minimal_with("[workload]\n"), "s.toml", example_vocabulary());
    REQUIRE(decoded.ok());
    CHECK(decoded.scenarios.front().strategies.front().label() == "redis-key/published");
}

TEST_CASE("decode: faults, settling, limits, expectations and tokens are taken over", "[harness]") {
    const Scenario scenario = decoded_example();
    CHECK(scenario.fault_budget == 2);
    REQUIRE(scenario.faults.size() == 2);
    CHECK(scenario.faults[0].kind == "stall");
    CHECK(scenario.faults[0].at == "gateway.charge");
    CHECK(scenario.faults[0].duration == 350ms);
    CHECK(scenario.faults[0].max == 3);
    CHECK(scenario.faults[0].rate == 0.01);
    CHECK(scenario.faults[1].lose == 5);
    CHECK(scenario.guarantees.size() == 3);
    CHECK(scenario.settle == std::vector<Duration>{0s, 400s});
    CHECK(scenario.mode == Mode::random);
    CHECK(scenario.states_max == 5000);
    CHECK(scenario.time_max == 30s);
    CHECK(scenario.cases == 7000);
    REQUIRE(scenario.expectations.size() == 2);
    CHECK(scenario.expectations[0].violated);
    CHECK(scenario.expectations[0].guarantee == "single_effect");
    CHECK(scenario.expectations[0].line == 64);
    CHECK(scenario.expectations[0].file == "full.toml");
    CHECK_FALSE(scenario.expectations[1].violated);
    REQUIRE(scenario.regress.size() == 1);
    CHECK(scenario.regress[0].token == "op1-ABC");
}

TEST_CASE("decode: what a minimal scenario leaves out keeps the struct's defaults", "[harness]") {
    const Decoded decoded = decode_text(minimal_with(""), "s.toml", example_vocabulary());
    REQUIRE(decoded.ok());
    const Scenario& scenario = decoded.scenarios.front();
    CHECK(scenario.workload.attempts == 3);
    CHECK(scenario.workload.effect == Effect::external);
    CHECK(scenario.fault_budget == 0);
    CHECK(scenario.guarantees == example_vocabulary().guarantees);
    CHECK(scenario.settle == std::vector<Duration>{0s, 400s, 25h});
    CHECK(scenario.expectations.empty());
}

TEST_CASE("decode: a missing version, id or strategy is named", "[harness]") {
    const auto text_of = [](const std::string& text) {
        return render(decode_text(text, "s.toml", example_vocabulary()).diagnostics);
    };
    CHECK(
        text_of("scenario.id = \"s\"\n") ==
        "s.toml:1:1: error: the format version is missing\n"
        "    1 | scenario.id = \"s\"\n"
        "      | ^   write: onceproof = 1\n"
    );
    CHECK(
        text_of("onceproof = 1\n") ==
        "s.toml:1:1: error: no scenario here: [scenario] id is missing\n"
        "    1 | onceproof = 1\n"
        "      | ^\n"
    );
    CHECK(
        text_of("onceproof = 1\nscenario.id = \"s\"\n") ==
        "s.toml:1:1: error: no strategy to run: [strategies] use is missing or empty\n"
        "    1 | onceproof = 1\n"
        "      | ^\n"
    );
}

}  // namespace
}  // namespace onceproof::harness
