#include "tests/docs/command_check.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::docs {
namespace {

const Commands commands{{"", {"--version"}}, {"run", {"-j", "--jobs"}}, {"list", {}}};

std::string unknown(const std::string& script) {
    std::string all;
    for (const auto& words : simple_commands(script)) {
        all += unknown_in(words, commands).value_or("");
    }
    return all;
}

TEST_CASE("flags_in: short and long ones, and none out of the explanations", "[docs]") {
    const std::string help =
        "Usage: x [OPTIONS]\n\nOptions:\n  -j,--jobs UINT   as --cases\n"
        "  --seed N\n                   -1: none\n";
    CHECK(flags_in(help) == std::set<std::string>{"-j", "--jobs", "--seed", "-1:"});
}

TEST_CASE("subcommands_in: names only", "[docs]") {
    const std::string help = "Options:\n  -h\n\nSubcommands:\n  run      Run it\n  list     List\n";
    CHECK(subcommands_in(help) == std::vector<std::string>{"run", "list"});
}

TEST_CASE("simple_commands: quotes, comments, pipes and continued lines", "[docs]") {
    using Words = std::vector<std::vector<std::string>>;
    CHECK(
        simple_commands("a 'b c' \\\n  --d | e # f\n(g && h)\n") ==
        Words{{"a", "b c", "--d"}, {"e"}, {"g"}, {"h"}}
    );
    CHECK(simple_commands("a <<'E'\nb c\nE\nd\n") == Words{{"a"}, {"d"}});
    CHECK(simple_commands("").empty());
}

TEST_CASE("unknown_in: a command or flag that is not there is named", "[docs]") {
    CHECK(unknown("onceproof run a.toml -j4 --jobs=2; onceproof --version").empty());
    CHECK(unknown("onceproof walk") == "onceproof has no command walk");
    CHECK(
        unknown("timeout 5 build/release/onceproof run --job 4") ==
        "onceproof run has no flag --job"
    );
    CHECK(unknown("./dev build && ./dev run --nope") == "onceproof run has no flag --nope");
    CHECK(unknown("onceproof list -x") == "onceproof list has no flag -x");
    CHECK(unknown("onceproof --verison") == "onceproof has no flag --verison");
    CHECK(unknown("echo onceproof is a word").empty());
}

TEST_CASE("unknown_to_dev: its commands are those of its help", "[docs]") {
    CHECK_FALSE(unknown_to_dev({"./dev", "test"}, {"test"}).has_value());
    CHECK(unknown_to_dev({"./dev", "tset"}, {"test"}) == "./dev has no command tset");
}

}  // namespace
}  // namespace onceproof::docs
