#include <cstdlib>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// A command that README.md shows with what it prints.
struct Shown {
    std::string rest;  ///< of the command line, behind `onceproof` and the command's name
    std::string output;
};

Shown shown_in(const std::string& readme, const std::string& name) {
    const std::string prompt = "```console\n$ onceproof " + name + " ";
    const std::size_t command = readme.find(prompt);
    REQUIRE(command != std::string::npos);
    const std::size_t rest = command + prompt.size();
    const std::size_t output = readme.find('\n', rest) + 1;
    const std::size_t end = readme.find("```", output);
    return {readme.substr(rest, output - 1 - rest), readme.substr(output, end - output)};
}

TEST_CASE("README: its counterexample is what the program prints today", "[cli]") {
    const Shown shown = shown_in(content_of("README.md"), "replay");
    setenv("COLUMNS", "110", 1);
    const Finished replay = onceproof({"replay", shown.rest});
    unsetenv("COLUMNS");
    CHECK(replay.err.empty());
    CHECK(replay.out == shown.output);
}

TEST_CASE("README: its border is what the program finds today", "[cli]") {
    const Shown shown = shown_in(content_of("README.md"), "frontier");
    std::istringstream rest(shown.rest);
    std::vector<std::string> words{"frontier"};
    for (std::string word; rest >> word;) {
        words.push_back(word);
    }
    CHECK(onceproof(words).out == shown.output);
}

TEST_CASE("README: the cause that it quotes is what --why says of it today", "[cli]") {
    const std::string readme = content_of("README.md");
    const std::string quote = "`the one fault is needed (";
    const std::size_t start = readme.find(quote);
    REQUIRE(start != std::string::npos);
    std::istringstream behind(readme.substr(start + 1));
    std::string quoted;
    std::getline(behind, quoted, '`');
    const Finished why = onceproof({"replay", shown_in(readme, "replay").rest, "--why", "1000"});
    CHECK(why.out.ends_with("\n" + quoted + "\n"));
}

}  // namespace
}  // namespace onceproof::cli
