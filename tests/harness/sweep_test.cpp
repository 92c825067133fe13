#include "harness/sweep.hpp"

#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

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
    const std::string thousand = "[sweep]\nservice.instances = " + ten +
                                 "service.database.pool = " + ten + "faults.budget = " + ten;
    CHECK(decoded(thousand).scenarios.size() == 1000);
    CHECK(
        messages_for(thousand + "workload.keys = [1, 2]\n") ==
        R"(s.toml:4:2: error: the sweep has more than 1000 points
    4 | [sweep]
      |  ^~~~~   fewer values, or combine = "zip"
)"
    );
}

}  // namespace
}  // namespace onceproof::harness
