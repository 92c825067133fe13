#include <cstdlib>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// The counterexample that README.md shows.
struct Shown {
    std::string token;
    std::string output;
};

Shown shown_in(const std::string& readme) {
    const std::string prompt = "```console\n$ onceproof replay ";
    const std::size_t command = readme.find(prompt);
    REQUIRE(command != std::string::npos);
    const std::size_t token = command + prompt.size();
    const std::size_t output = readme.find('\n', token) + 1;
    const std::size_t end = readme.find("```", output);
    return {readme.substr(token, output - 1 - token), readme.substr(output, end - output)};
}

TEST_CASE("README: its counterexample is what the program prints today", "[cli]") {
    const Shown shown = shown_in(content_of("README.md"));
    setenv("COLUMNS", "110", 1);
    const Finished replay = onceproof({"replay", shown.token});
    unsetenv("COLUMNS");
    CHECK(replay.err.empty());
    CHECK(replay.out == shown.output);
}

TEST_CASE("README: the cause that it quotes is what --why says of it today", "[cli]") {
    const std::string readme = content_of("README.md");
    const std::string quote = "`the one fault is needed (";
    const std::size_t start = readme.find(quote);
    REQUIRE(start != std::string::npos);
    std::istringstream behind(readme.substr(start + 1));
    std::string quoted;
    std::getline(behind, quoted, '`');
    const Finished why = onceproof({"replay", shown_in(readme).token, "--why", "1000"});
    CHECK(why.out.ends_with("\n" + quoted + "\n"));
}

}  // namespace
}  // namespace onceproof::cli
