#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

Decoded decoded(const std::string& more) {
    return decode_text(minimal_with(more), "s.toml", example_vocabulary());
}

std::string messages_for(const std::string& more) {
    return render(decoded(more).diagnostics);
}

TEST_CASE("sweep: product gives every combination, the first path slowest", "[harness]") {
    const Decoded result = decoded(
        "[sweep]\n\"strategy.redis-key.ttl\" = [\"50ms\", \"2s\"]\n\"workload.callers\" = [1, 2, "
        "3]\n"
    );
    CAPTURE(render(result.diagnostics));
    REQUIRE(result.scenarios.size() == 6);
    const auto& second = result.scenarios[1];
    CHECK(
        second.point ==
        std::map<std::string, std::string>{
            {"strategy.redis-key.ttl", "50ms"}, {"workload.callers", "2"}}
    );
    CHECK(second.workload.callers == 2);
    CHECK(second.strategies[0].options.at("ttl") == OptionValue(Duration(50ms)));
    CHECK(result.scenarios[5].workload.callers == 3);
    CHECK(result.scenarios[5].strategies[0].options.at("ttl") == OptionValue(Duration(2s)));
    REQUIRE(second.sweep.size() == 2);
    CHECK(second.sweep[1].path == "workload.callers");
    CHECK(second.sweep[1].values == std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("sweep: zip goes through its lists in step", "[harness]") {
    const Decoded result = decoded(
        "[sweep]\ncombine = \"zip\"\nworkload.keys = [1, 2]\nservice.database.pool = [3, 4]\n"
    );
    CAPTURE(render(result.diagnostics));
    REQUIRE(result.scenarios.size() == 2);
    CHECK(result.scenarios[1].workload.keys == 2);
    CHECK(result.scenarios[1].service.pool == 4);
    CHECK(result.scenarios[1].point.at("service.database.pool") == "4");
}

TEST_CASE("sweep: reaches faults by number and by kind, the budget, lists and words", "[harness]") {
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

TEST_CASE("sweep: an option under a preset's label overrides only that column", "[harness]") {
    const Decoded result = decode_text(
        "onceproof = 1\nscenario.id = \"s\"\n"
        "strategies.use = [\"redis-key/published\", \"redis-key/hardened\"]\n"
        "[sweep]\n\"strategy.redis-key/hardened.tries\" = [5]\n",
        "s.toml",
        example_vocabulary()
    );
    CAPTURE(render(result.diagnostics));
    REQUIRE(result.scenarios.size() == 1);
    CHECK(result.scenarios[0].strategies[0].options.empty());
    CHECK(result.scenarios[0].strategies[1].options.at("tries") == OptionValue(std::int64_t{5}));
}

TEST_CASE("sweep: paths that lead nowhere are errors at the path", "[harness]") {
    CHECK(
        messages_for("[sweep]\n\"workload.calers\" = [1]\n\"explore.mode\" = [\"random\"]\n"
                     "\"fault.1.for\" = [\"1s\"]\n\"strategy.redis-key.tl\" = [1]\n"
                     "\"strategy.two-level.x\" = [1]\n") ==
        R"(s.toml:5:1: error: unknown path "workload.calers"; did you mean "workload.callers"?
    5 | "workload.calers" = [1]
      | ^~~~~~~~~~~~~~~~~   swept can be: workload, service, faults.budget, fault, strategy
s.toml:6:1: error: "explore.mode" cannot be swept
    6 | "explore.mode" = ["random"]
      | ^~~~~~~~~~~~~~   swept can be: workload, service, faults.budget, fault, strategy
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

TEST_CASE("sweep: values that do not fit are errors at the value", "[harness]") {
    CHECK(
        messages_for("[sweep]\n\"workload.keys\" = [1, \"a\"]\n"
                     "\"strategy.redis-key.ttl\" = [\"50ms\", \"x\"]\n") ==
        R"(s.toml:5:23: error: "keys" is a whole number, not a string
    5 | "workload.keys" = [1, "a"]
      |                       ^~~
s.toml:6:37: error: bad duration "x"
    6 | "strategy.redis-key.ttl" = ["50ms", "x"]
      |                                     ^~~   a whole number and one of us, ms, s, m, h, d
)"
    );
}

TEST_CASE("sweep: empty lists, repeated values and unequal zips are errors", "[harness]") {
    CHECK(
        messages_for("[sweep]\n\"workload.callers\" = []\n\"workload.keys\" = [2, 2]\n") ==
        R"(s.toml:5:22: error: "workload.callers" has no value to take
    5 | "workload.callers" = []
      |                      ^~
s.toml:6:23: error: value "2" stands here twice
    6 | "workload.keys" = [2, 2]
      |                       ^
)"
    );
    CHECK(
        messages_for("[sweep]\ncombine = \"zip\"\nworkload.keys = [1, 2]\nworkload.callers = [1]\n"
        ) ==
        R"(s.toml:7:10: error: "workload.callers" has 1 values, "workload.keys" has 2
    7 | workload.callers = [1]
      |          ^~~~~~~   combine = "zip" takes lists of one length
)"
    );
}

TEST_CASE("sweep: a thousand points are accepted and one more is refused", "[harness]") {
    std::string ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n";
    const std::string thousand = "[sweep]\nworkload.keys = " + ten + "workload.callers = " + ten +
                                 "workload.attempts = " + ten;
    CHECK(decoded(thousand).scenarios.size() == 1000);
    CHECK(
        messages_for(thousand + "service.instances = [1, 2]\n") ==
        R"(s.toml:4:2: error: the sweep has more than 1000 points
    4 | [sweep]
      |  ^~~~~   fewer values, or combine = "zip"
)"
    );
}

TEST_CASE("sweep: two spellings of one path are one path too many", "[harness]") {
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

TEST_CASE("sweep: where names swept paths and their values only", "[harness]") {
    const std::string sweep = "[sweep]\nworkload.keys = [1, 2]\n";
    const Decoded result =
        decoded(sweep + "[[expect]]\nwhere.\"workload.keys\" = [2]\nverdict = \"violated\"\n");
    CAPTURE(render(result.diagnostics));
    REQUIRE(result.scenarios.size() == 2);
    CHECK(
        result.scenarios[0].expectations[0].where.at("workload.keys") ==
        std::vector<std::string>{"2"}
    );
    CHECK(
        messages_for(
            sweep + "[[expect]]\nwhere = {\"workload.keys\" = [2, 3], \"workload.caller\" = 1}\n"
                    "verdict = \"safe\"\n"
        ) ==
        R"(s.toml:7:32: error: "workload.keys" never takes "3"
    7 | where = {"workload.keys" = [2, 3], "workload.caller" = 1}
      |                                ^   known: 1, 2
s.toml:7:36: error: "where" may only name swept paths: unknown path "workload.caller"
    7 | where = {"workload.keys" = [2, 3], "workload.caller" = 1}
      |                                    ^~~~~~~~~~~~~~~~~   known: workload.keys
)"
    );
}

}  // namespace
}  // namespace onceproof::harness
