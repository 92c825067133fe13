#include <cstdlib>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

TEST_CASE("README: its counterexample is what the program prints today", "[cli]") {
    const std::string readme = content_of("README.md");
    const std::string prompt = "```console\n$ onceproof replay ";
    const std::size_t command = readme.find(prompt);
    REQUIRE(command != std::string::npos);
    const std::size_t token = command + prompt.size();
    const std::size_t output = readme.find('\n', token) + 1;
    const std::size_t end = readme.find("```", output);
    setenv("COLUMNS", "110", 1);
    const Finished replay = onceproof({"replay", readme.substr(token, output - 1 - token)});
    unsetenv("COLUMNS");
    CHECK(replay.err.empty());
    CHECK(replay.out == readme.substr(output, end - output));
}

}  // namespace
}  // namespace onceproof::cli
