#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace onceproof::deploy {
namespace {

const std::string folder = "examples/many-machines/";

std::string content_of(const std::string& file) {
    std::ifstream stream(folder + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// The words behind `onceproof COMMAND`, up to the end of that command line.
std::vector<std::string> words_behind(std::string text, const std::string& command) {
    for (std::size_t at = text.find("\\\n"); at != std::string::npos; at = text.find("\\\n")) {
        text[at] = ' ';
        text[at + 1] = ' ';
    }
    std::vector<std::string> words;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find(command);
        if (at == std::string::npos || line.starts_with('#')) continue;
        std::istringstream rest(line.substr(at + command.size()));
        for (std::string word; rest >> word;) {
            words.push_back(word);
        }
    }
    return words;
}

TEST_CASE("ready files: they run and merge with flags that the program has", "[deploy]") {
    const std::vector<std::pair<std::string, std::string>> all{
        {"slurm.sbatch", "}\" run"},
        {"kubernetes.yaml", "onceproof run"},
        {"kubernetes-merge.yaml", "onceproof merge"},
        {"github-actions.yml", "onceproof run"},
        {"github-actions.yml", "onceproof merge"}};
    for (const auto& [file, command] : all) {
        CAPTURE(file, command);
        const std::string name = command.substr(command.rfind(' ') + 1);
        const std::string help = testing::run_program({ONCEPROOF_PROGRAM, name, "--help"}, {}).out;
        const std::vector<std::string> words = words_behind(content_of(file), command);
        REQUIRE(words.size() > 2);
        for (const std::string& word : words) {
            if (!word.starts_with('-')) continue;
            CAPTURE(word);
            CHECK((word == "-lt" || help.find(word) != std::string::npos));
        }
    }
}

TEST_CASE("ready files: Kubernetes is told the number of completions once more", "[deploy]") {
    const std::string text = content_of("kubernetes.yaml");
    CHECK(text.find("completionMode: Indexed") != std::string::npos);
    CHECK(text.find("completions: 16\n") != std::string::npos);
    CHECK(text.find("name: JOB_COMPLETIONS\n              value: \"16\"") != std::string::npos);
}

TEST_CASE("ready files: the matrix has as many shards as each is told", "[deploy]") {
    const std::string text = content_of("github-actions.yml");
    CHECK(text.find("shard: [1, 2, 3, 4]\n") != std::string::npos);
    CHECK(text.find("--shard ${{ matrix.shard }}/4 ") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::deploy
