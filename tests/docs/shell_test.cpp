#include "tests/docs/shell.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::docs {
namespace {

Block block(const std::string& language, const std::string& text) {
    return {1, language, "", text};
}

TEST_CASE("run_sh: a command that fails is told with what it printed", "[docs]") {
    const testing::TemporaryFolder folder;
    CHECK(run_sh(block("sh", "true\necho yes\n"), folder.path("")).empty());
    const auto deviations = run_sh(block("sh", "echo no\nfalse\ntrue\n"), folder.path(""));
    REQUIRE(deviations.size() == 1);
    CHECK(deviations[0].printed == "no\n");
    CHECK(deviations[0].exit_code == 1);
}

TEST_CASE("run_sh: a token that is replayed alone has to fail still", "[docs]") {
    const Bench bench;
    const std::string token = "op1-M13K8-BP9NY-ENRGG-JWG46-0G-J1S4";
    CHECK(run_sh(block("sh", "onceproof replay " + token + "\n"), bench.path("")).empty());
    const std::string also = "onceproof replay " + token + " --ascii\ntrue\n";
    CHECK(run_sh(block("sh", also), bench.path("")).size() == 1);
    CHECK(run_sh(block("sh", "onceproof replay op1-0000\n"), bench.path("")).size() == 1);
}

TEST_CASE("run_console: another output is told, and `$?` is the last command's", "[docs]") {
    const testing::TemporaryFolder folder;
    const std::string shown = "$ echo a; (exit 3)\na\n$ echo $?\n3\n";
    CHECK(run_console(block("console", shown), folder.path("")).empty());
    const std::string wrong = "$ printf a\na\n$ echo b >&2\nc\n$ echo d\nd\n";
    const auto deviations = run_console(block("console", wrong), folder.path(""));
    REQUIRE(deviations.size() == 2);
    CHECK(deviations[0].printed == "a");
    CHECK(deviations[1].command == "echo b >&2");
    CHECK(deviations[1].printed == "b\n");
    CHECK(run_console(block("console", "a\n"), folder.path("")).size() == 1);
}

TEST_CASE("Bench: what a page's commands write stays out of the tree", "[docs]") {
    const Bench bench;
    const std::string commands = "echo x > docs/x.md; onceproof list windows\n";
    CHECK(run_sh(block("sh", commands), bench.path("")).empty());
    CHECK(std::filesystem::exists(bench.path("docs/x.md")));
    CHECK_FALSE(std::filesystem::exists(ONCEPROOF_SOURCE_DIR "/docs/x.md"));
}

}  // namespace
}  // namespace onceproof::docs
