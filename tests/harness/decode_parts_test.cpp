#include "harness/decode_parts.hpp"

#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE(
    "decode_parts: an unknown fault kind is shown in its line, marked, with a hint", "[harness]"
) {
    CHECK(
        messages_for("faults.budget = 1\n[[fault]]\nkind  = \"stal\"\n") ==
        R"(s.toml:6:9: error: unknown fault "stal"; did you mean "stall"?
    6 | kind  = "stal"
      |         ^~~~~~   known: onceproof list faults
)"
    );
}

TEST_CASE("decode_parts: unknown strategies, presets and options are each hinted", "[harness]") {
    CHECK(
        messages_for("[strategy.rediskey]\n[strategy.\"redis-key/hardend\"]\n"
                     "[strategy.redis-key]\ntll = \"5s\"\nrelease = \"drop\"\ntries = 10\n") ==
        R"(s.toml:4:11: error: unknown strategy "rediskey"; did you mean "redis-key"?
    4 | [strategy.rediskey]
      |           ^~~~~~~~   known: onceproof list strategies
s.toml:5:11: error: unknown preset of redis-key "hardend"; did you mean "hardened"?
    5 | [strategy."redis-key/hardend"]
      |           ^~~~~~~~~~~~~~~~~~~   known: published, hardened
s.toml:7:1: error: unknown option of redis-key "tll"; did you mean "ttl"?
    7 | tll = "5s"
      | ^~~   known: ttl, release, tries, renew, preset
s.toml:8:11: error: unknown release "drop"
    8 | release = "drop"
      |           ^~~~~~   known: delete, compare
s.toml:9:9: error: "tries" is from 1 to 9, not 10
    9 | tries = 10
      |         ^~
)"
    );
}

TEST_CASE("decode_parts: a duration option is at least what its strategy says", "[harness]") {
    CHECK(
        messages_for("[strategy.redis-key]\nttl = \"0s\"\n") ==
        R"(s.toml:5:7: error: "ttl" is at least 1ms, not 0s
    5 | ttl = "0s"
      |       ^~~~
)"
    );
    CHECK(
        messages_for("[strategy.redis-key]\nttl = \"-5s\"\n").find("bad duration") !=
        std::string::npos
    );
    CHECK(decoded("[strategy.redis-key]\nttl = \"1ms\"\n").ok());
}

TEST_CASE("decode_parts: an expected violation may name a residual window", "[harness]") {
    const Decoded result = decoded("[[expect]]\nverdict = \"violated\"\nwindow = \"Z2\"\n");
    REQUIRE(result.ok());
    CHECK(result.scenarios.front().expectations.front().window == "Z2");
    CHECK(
        messages_for("[[expect]]\nverdict = \"violated\"\nwindow = \"Z3\"\n"
                     "[[expect]]\nverdict = \"safe\"\nwindow = \"Z1\"\n") ==
        R"(s.toml:6:10: error: unknown window "Z3"; did you mean "Z1"?
    6 | window = "Z3"
      |          ^~~~   known: Z1, Z2
s.toml:9:1: error: a window explains verdict = "violated" only
    9 | window = "Z1"
      | ^~~~~~
)"
    );
}

TEST_CASE("decode_parts: only an eviction takes a key", "[harness]") {
    const auto result =
        decoded("faults.budget = 1\n[[fault]]\nkind = \"redis-eviction\"\nkey = \"lock:\"\n");
    REQUIRE(result.ok());
    CHECK(result.scenarios.front().faults.front().key == "lock:");
    CHECK(
        messages_for("faults.budget = 1\n[[fault]]\nkind = \"redis-failover\"\nkey = \"lock:\"\n"
        ) == R"(s.toml:7:1: error: fault "redis-failover" takes no "key"
    7 | key = "lock:"
      | ^~~
)"
    );
}

TEST_CASE("decode: keys of callers or attempts are never sent with another payload", "[harness]") {
    CHECK(
        messages_for("[workload]\nother_order = true\nidentity = \"per-caller\"\n") ==
        R"(s.toml:5:1: error: "other_order" needs identity "per-order": no key is sent twice
    5 | other_order = true
      | ^~~~~~~~~~~
)"
    );
    CHECK(
        messages_for("[workload]\nidentity = \"per-attempt\"\nother_payload = true\n") ==
        R"(s.toml:6:1: error: "other_payload" needs identity "per-order": no key is sent twice
    6 | other_payload = true
      | ^~~~~~~~~~~~~
)"
    );
}

TEST_CASE("decode_parts: a fault's parameters and operations are those of its kind", "[harness]") {
    CHECK(
        messages_for("faults.budget = 1\n[[fault]]\nkind = \"stall\"\nlose = 2\nat = \"kv.sett\"\n"
                     "[[fault]]\nat = \"kv\"\n"
                     "[[fault]]\nkind = \"crash-after\"\nat = \"gateway.charge\"\nfoo = 1\n") ==
        R"(s.toml:6:8: error: fault "stall" needs "for"
    6 | kind = "stall"
      |        ^~~~~~~
s.toml:7:1: error: fault "stall" takes no "lose"
    7 | lose = 2
      | ^~~~
s.toml:8:6: error: unknown operation "kv.sett"; did you mean "kv.set"?
    8 | at = "kv.sett"
      |      ^~~~~~~~~   known: onceproof list points
s.toml:9:1: error: "kind" is missing here
    9 | [[fault]]
      | ^~~~~~~~~
s.toml:13:6: error: fault "crash-after" cannot strike "gateway.charge"
   13 | at = "gateway.charge"
      |      ^~~~~~~~~~~~~~~~   known: any, kv, sql, kv.set, sql.commit
s.toml:14:1: error: unknown key "foo" in [[fault]]; did you mean "for"?
   14 | foo = 1
      | ^~~   known: kind, at, for, lose, key, max, rate
)"
    );
}

TEST_CASE("decode_parts: faults without a budget would never strike", "[harness]") {
    CHECK(
        messages_for("[[fault]]\nkind = \"reply-lost\"\n") ==
        R"(s.toml:4:1: error: [[fault]] without a budget never strikes
    4 | [[fault]]
      | ^~~~~~~~~   write: [faults] budget = 1
)"
    );
}

TEST_CASE("decode_parts: what a world cannot number is refused", "[harness]") {
    std::string faults = "faults.budget = 1\n";
    for (int i = 0; i < 9; ++i) {
        faults += "[[fault]]\nkind = \"crash-after\"\n";
    }
    CHECK(
        messages_for(faults).find("more than 8 [[fault]] tables of kind crash-after") !=
        std::string::npos
    );
    CHECK(
        messages_for("workload.callers = 7\nworkload.attempts = 7\n")
            .find("more than 48 attempts in all") != std::string::npos
    );
    CHECK(decoded("workload.callers = 6\nworkload.attempts = 8\n").ok());
}

TEST_CASE("decode_parts: guarantees, expectations and tokens are checked", "[harness]") {
    CHECK(
        messages_for("guarantees.check = [\"single_effect\"]\n"
                     "[[expect]]\nguarantee = \"singel_effect\"\nstrategy = \"dedup-table\"\n"
                     "[[expect]]\nguarantee = \"right_result\"\nverdict = \"violatd\"\n"
                     "[[regress]]\nnote = \"x\"\n") ==
        R"(s.toml:5:1: error: "verdict" is missing here
    5 | [[expect]]
      | ^~~~~~~~~~
s.toml:6:13: error: unknown guarantee "singel_effect"; did you mean "single_effect"?
    6 | guarantee = "singel_effect"
      |             ^~~~~~~~~~~~~~~   known: single_effect, no_lost_request, right_result
s.toml:7:12: error: strategy "dedup-table" is not used here
    7 | strategy = "dedup-table"
      |            ^~~~~~~~~~~~~   * or one of [strategies] use
s.toml:9:13: error: guarantee "right_result" is not checked here
    9 | guarantee = "right_result"
      |             ^~~~~~~~~~~~~~
s.toml:10:11: error: unknown verdict "violatd"; did you mean "violated"?
   10 | verdict = "violatd"
      |           ^~~~~~~~~   known: safe, violated
s.toml:11:1: error: "token" is missing here
   11 | [[regress]]
      | ^~~~~~~~~~~
)"
    );
}

TEST_CASE("decode_parts: where names swept paths and their values only", "[harness]") {
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
