#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/docs/markdown.hpp"
#include "tests/install/prefix.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::installed {
namespace {

/// The blocks of a document that a shell is to run, one after the other.
std::string commands_in(const std::string& document) {
    std::string commands;
    for (const docs::Block& block : docs::read_page(document).blocks) {
        if (block.language == "sh") commands += block.text;
    }
    return commands;
}

}  // namespace

TEST_CASE("install: program, libraries, package, suite, manual and completions", "[install]") {
    for (const char* file :
         {"bin/onceproof",
          "include/onceproof/onceproof/strategy.hpp",
          "include/onceproof/onceproof/check.hpp",
          "include/onceproof/model/port/strategy.hpp",
          "share/onceproof/scenarios/crash-anywhere.toml",
          "share/onceproof/scenarios/common/published-caller.toml",
          "share/man/man1/onceproof.1",
          "share/bash-completion/completions/onceproof",
          "share/zsh/site-functions/_onceproof",
          "share/fish/vendor_completions.d/onceproof.fish"}) {
        CAPTURE(file);
        CHECK(std::filesystem::file_size(prefix() + "/" + file) > 100);
    }
    const std::string manual = prefix() + "/share/man/man1/onceproof.1";
    CHECK(content_of(manual) == shell("/", "onceproof manual").out);
}

TEST_CASE("install: a project outside finds its planted mistake", "[install]") {
    const TemporaryFolder folder;
    const std::string build = build_example(folder, "own-strategy");
    const Finished tests = shell(build, "ctest -L own --output-on-failure");
    INFO(tests.out << tests.err);
    CHECK(tests.exit_code == 0);
    CHECK(has(tests.out, "100% tests passed, 0 tests failed out of 2"));
    CHECK(has(shell(build, "ctest -N -L network").out, "own-strategy-check.lost-reply"));

    // Where nobody expects it, it fails, with a token that replays it.
    std::filesystem::copy("examples/own-strategy/scenarios", folder.path("scenarios"));
    const std::string scenario = folder.path("scenarios/double-click.toml");
    std::string text = content_of(scenario);
    text.erase(text.find("[[expect]]"));
    std::ofstream(scenario) << text;
    const Finished run = shell(folder.path("."), "build/own-strategy-check run --ascii");
    INFO(run.out << run.err);
    CHECK(run.exit_code == 1);
    CHECK(has(run.out, "double-click / own-strategy/default: single_effect violated"));
    const std::size_t command = run.out.find("replay: ");
    REQUIRE(command != std::string::npos);
    const std::string replay =
        run.out.substr(command + 8, run.out.find('\n', command) - command - 8);
    CHECK(replay.starts_with("build/own-strategy-check replay op1-"));
    const Finished again = shell(folder.path("."), replay);
    CHECK(again.exit_code == 1);
    CHECK(has(again.out, "own_strategy_request"));
    CHECK(again.out.ends_with("still fails  single_effect breaks as recorded\n"));
}

TEST_CASE("install: the commands of docs/own-strategy.md end in a verdict", "[install]") {
    const TemporaryFolder folder;
    const std::string commands = commands_in(content_of("docs/own-strategy.md"));
    CHECK(has(commands, "onceproof init strategy my-guard\n"));
    const Finished finished = shell(folder.path("."), commands);
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(has(finished.out, "double-click / my-guard/default: single_effect violated"));
    CHECK(has(finished.out, "100% tests passed, 0 tests failed out of 2"));
    // README.md shows the first of them, with notes.
    std::istringstream shown(commands_in(content_of("README.md")));
    std::size_t known = 0;
    for (std::string line; std::getline(shown, line);) {
        line.erase(std::min(line.find(" #"), line.size()));
        line.erase(line.find_last_not_of(' ') + 1);
        known += line.find("my-guard") != std::string::npos && has(commands, line + "\n") ? 1 : 0;
    }
    CHECK(known == 4);
    // They are those that `init` itself says are next.
    const std::size_t next = finished.out.find("next:\n");
    REQUIRE(next != std::string::npos);
    std::istringstream lines(finished.out.substr(next + 6));
    std::string line;
    for (int said = 0; said < 3 && std::getline(lines, line); ++said) {
        CAPTURE(line);
        REQUIRE(line.starts_with("  "));
        CHECK(has(commands, line.substr(2) + "\n"));
    }
}

}  // namespace onceproof::installed
