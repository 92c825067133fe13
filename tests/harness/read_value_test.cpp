#include "harness/read_value.hpp"

#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("read_value: an unknown key names its table and the known keys", "[harness]") {
    CHECK(
        messages_for("[explore]\nmod = \"random\"\n") ==
        R"(s.toml:5:1: error: unknown key "mod" in [explore]; did you mean "mode"?
    5 | mod = "random"
      | ^~~   known: mode, limit, cases, depth
)"
    );
    CHECK(
        messages_for("explore.limit.zebras = 5\n") ==
        R"(s.toml:4:15: error: unknown key "zebras" in [explore.limit]
    4 | explore.limit.zebras = 5
      |               ^~~~~~   known: states, time, memory
)"
    );
}

TEST_CASE("read_value: wrong types say what is wanted and what stands there", "[harness]") {
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

TEST_CASE("read_value: wrong values say what is allowed", "[harness]") {
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

TEST_CASE("read_value: a section that is no table is an error at its value", "[harness]") {
    CHECK(
        messages_for("workload = 5\nfault = 1\n") ==
        R"(s.toml:4:12: error: "workload" is a table, not a whole number
    4 | workload = 5
      |            ^
s.toml:5:9: error: "fault" is a list of tables
    5 | fault = 1
      |         ^   write: [[fault]]
)"
    );
}

}  // namespace
}  // namespace onceproof::harness
