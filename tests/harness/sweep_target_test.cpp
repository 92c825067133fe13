#include "harness/sweep_target.hpp"

#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

TEST_CASE("sweep_target: paths that lead nowhere are errors at the path", "[harness]") {
    CHECK(
        messages_for("[sweep]\n\"workload.calers\" = [1]\n\"explore.mode\" = [\"random\"]\n"
                     "\"fault.1.for\" = [\"1s\"]\n\"strategy.redis-key.tl\" = [1]\n"
                     "\"strategy.two-level.x\" = [1]\n") ==
        R"(s.toml:5:1: error: unknown path "workload.calers"; did you mean "workload.callers"?
    5 | "workload.calers" = [1]
      | ^~~~~~~~~~~~~~~~~   swept can be: workload, service, latency, faults.budget, fault, strategy
s.toml:6:1: error: "explore.mode" cannot be swept
    6 | "explore.mode" = ["random"]
      | ^~~~~~~~~~~~~~   swept can be: workload, service, latency, faults.budget, fault, strategy
s.toml:7:1: error: no fault "1" here
    7 | "fault.1.for" = ["1s"]
      | ^~~~~~~~~~~~~   its number from 1, or a kind listed once
s.toml:8:1: error: unknown option of redis-key "tl"; did you mean "ttl"?
    8 | "strategy.redis-key.tl" = [1]
      | ^~~~~~~~~~~~~~~~~~~~~~~   known: ttl, release, tries, renew
s.toml:9:1: error: unknown option of two-level "x"
    9 | "strategy.two-level.x" = [1]
      | ^~~~~~~~~~~~~~~~~~~~~~   there are none
)"
    );
}

TEST_CASE(
    "sweep_target: reaches faults by number and by kind, the budget, lists and words", "[harness]"
) {
    const Decoded result = decoded(
        "[[fault]]\nkind = \"reply-lost\"\n[[fault]]\nkind = \"stall\"\n"
        "[sweep]\ncombine = \"zip\"\n\"fault.stall.for\" = [\"1s\", \"0s\"]\n"
        "\"fault.1.at\" = [\"kv\", \"any\"]\n\"faults.budget\" = [1, 2]\n"
        "\"workload.backoff\" = [[\"1s\"], [\"1s\", \"2s\"]]\n"
        "\"workload.effect\" = [\"external\", \"in-transaction\"]\n"
    );
    CAPTURE(render(result.diagnostics));
    REQUIRE(result.scenarios.size() == 2);
    CHECK(result.scenarios[0].faults[1].duration == 1s);
    CHECK(result.scenarios[0].faults[0].at == "kv");
    CHECK(result.scenarios[1].fault_budget == 2);
    CHECK(result.scenarios[1].workload.backoff == std::vector<Duration>{1s, 2s});
    CHECK(result.scenarios[1].point.at("workload.backoff") == "[1s, 2s]");
    CHECK(result.scenarios[1].workload.effect == Effect::in_transaction);
}

TEST_CASE("sweep_target: two spellings of one path are one path too many", "[harness]") {
    CHECK(
        messages_for("faults.budget = 1\n[[fault]]\nkind = \"stall\"\n[sweep]\n"
                     "\"fault.1.for\" = [\"1s\"]\n\"fault.stall.for\" = [\"2s\"]\n") ==
        R"(s.toml:6:8: error: fault "stall" needs "for"
    6 | kind = "stall"
      |        ^~~~~~~
s.toml:9:1: error: "fault.1.for" is swept already
    9 | "fault.stall.for" = ["2s"]
      | ^~~~~~~~~~~~~~~~~
)"
    );
}

}  // namespace
}  // namespace onceproof::harness
