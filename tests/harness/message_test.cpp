#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

/// The messages for the smallest scenario with `more` from line 4 on.
std::string messages_for(const std::string& more) {
    const Decoded decoded = decode_text(minimal_with(more), "s.toml", example_vocabulary());
    CHECK(decoded.scenarios.empty());
    for (const Diagnostic& diagnostic : decoded.diagnostics) {
        CHECK(diagnostic.trouble == Trouble::data);
    }
    return render(decoded.diagnostics);
}

TEST_CASE("message: an unknown fault kind is shown in its line, marked, with a hint", "[harness]") {
    CHECK(
        messages_for("faults.budget = 1\n[[fault]]\nkind  = \"stal\"\n") ==
        R"(s.toml:6:9: error: unknown fault "stal"; did you mean "stall"?
    6 | kind  = "stal"
      |         ^~~~~~   known: onceproof list faults
)"
    );
}

TEST_CASE("message: an unknown key names its table and the known keys", "[harness]") {
    CHECK(
        messages_for("[explore]\nmod = \"random\"\n") ==
        R"(s.toml:5:1: error: unknown key "mod" in [explore]; did you mean "mode"?
    5 | mod = "random"
      | ^~~   known: mode, limit, cases
)"
    );
    CHECK(
        messages_for("explore.limit.zebras = 5\n") ==
        R"(s.toml:4:15: error: unknown key "zebras" in [explore.limit]
    4 | explore.limit.zebras = 5
      |               ^~~~~~   known: states, time
)"
    );
}

TEST_CASE("message: wrong types say what is wanted and what stands there", "[harness]") {
    CHECK(
        messages_for("[workload]\ncallers = \"2\"\ntimeout = 5\nother_payload = 1\n") ==
        R"(s.toml:5:11: error: "callers" is a whole number, not a string
    5 | callers = "2"
      |           ^~~
s.toml:6:11: error: "timeout" is a duration such as "250ms", not a whole number
    6 | timeout = 5
      |           ^
s.toml:7:17: error: "other_payload" is true or false, not a whole number
    7 | other_payload = 1
      |                 ^
)"
    );
}

TEST_CASE("message: wrong values say what is allowed", "[harness]") {
    CHECK(
        messages_for("[workload]\nwork = \"5 sec\"\neffect = \"extern\"\nattempts = 99\n") ==
        R"(s.toml:5:8: error: bad duration "5 sec"
    5 | work = "5 sec"
      |        ^~~~~~~   a whole number and one of us, ms, s, m, h, d
s.toml:6:10: error: unknown effect "extern"; did you mean "external"?
    6 | effect = "extern"
      |          ^~~~~~~~   known: external, external-idempotent, in-transaction
s.toml:7:12: error: "attempts" is from 1 to 16, not 99
    7 | attempts = 99
      |            ^~
)"
    );
}

TEST_CASE("message: a duplicate key is an error at the second one", "[harness]") {
    CHECK(
        messages_for("[workload]\nkeys = 1\nkeys = 5\n") ==
        R"(s.toml:6:1: error: duplicate key "keys"
    6 | keys = 5
      | ^~~~
)"
    );
    CHECK(
        messages_for("service.database = { pool = 1, pool = 2 }\n") ==
        R"(s.toml:4:32: error: duplicate key "pool"
    4 | service.database = { pool = 1, pool = 2 }
      |                                ^~~~
)"
    );
}

TEST_CASE("message: a table that stands twice is named as it is written", "[harness]") {
    CHECK(
        messages_for("[strategy.\"redis-key\"]\ntries = 2\n  [strategy.\"redis-key\"] # again\n") ==
        R"(s.toml:6:3: error: duplicate table [strategy."redis-key"]
    6 |   [strategy."redis-key"] # again
      |   ^~~~~~~~~~~~~~~~~~~~~~
)"
    );
}

TEST_CASE("message: text that is no TOML is shown where reading stopped", "[harness]") {
    CHECK(
        messages_for("workload.keys = 08\n") ==
        R"(s.toml:4:19: error: not TOML: leading zeroes are prohibited
    4 | workload.keys = 08
      |                   ^
)"
    );
}

TEST_CASE("message: a newer format version is refused before anything else", "[harness]") {
    const Decoded decoded =
        decode_text("onceproof = 2\nbananas = 1\n", "s.toml", example_vocabulary());
    CHECK(
        render(decoded.diagnostics) ==
        R"(s.toml:1:13: error: format version 2 is newer than this program
    1 | onceproof = 2
      |             ^   this program reads version 1; update onceproof
)"
    );
}

TEST_CASE("message: a missing version, id or strategy is named", "[harness]") {
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

TEST_CASE("message: unknown strategies, presets and options are each hinted", "[harness]") {
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

TEST_CASE("message: a fault's parameters and operations are those of its kind", "[harness]") {
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
      | ^~~   known: kind, at, for, lose, max, rate
)"
    );
}

TEST_CASE("message: faults without a budget would never strike", "[harness]") {
    CHECK(
        messages_for("[[fault]]\nkind = \"reply-lost\"\n") ==
        R"(s.toml:4:1: error: [[fault]] without a budget never strikes
    4 | [[fault]]
      | ^~~~~~~~~   write: [faults] budget = 1
)"
    );
}

TEST_CASE("message: guarantees, expectations and tokens are checked", "[harness]") {
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

TEST_CASE(
    "message: the mark stands under its text behind tabs and multi-byte letters", "[harness]"
) {
    CHECK(
        messages_for("scenario.title = \"Zürich\" # ü\n\tworkload.work = \"1 s\"\n"
                     "scenario.tags = [\"ü\", 5]\n") ==
        "s.toml:5:18: error: bad duration \"1 s\"\n"
        "    5 | \tworkload.work = \"1 s\"\n"
        "      | \t                ^~~~~   a whole number and one of us, ms, s, m, h, d\n"
        "s.toml:6:23: error: \"tags\" is a string, not a whole number\n"
        "    6 | scenario.tags = [\"ü\", 5]\n"
        "      |                       ^\n"
    );
}

}  // namespace
}  // namespace onceproof::harness
