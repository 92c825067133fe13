#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/content_of.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::deploy {
namespace {

namespace fs = std::filesystem;
using testing::content_of;
using testing::Finished;
using testing::TemporaryFolder;

const std::string folder = "examples/many-machines/";

std::set<std::string> words_of(const std::string& text, const std::string& separators) {
    std::set<std::string> words;
    std::size_t end = 0;
    for (std::size_t begin = text.find_first_not_of(separators); begin != std::string::npos;
         begin = text.find_first_not_of(separators, end)) {
        end = std::min(text.find_first_of(separators, begin), text.size());
        words.insert(text.substr(begin, end - begin));
    }
    return words;
}

/// The words of what a command says to `--help`, the flags among them.
const std::set<std::string>& help_of(const std::string& command) {
    static std::map<std::string, std::set<std::string>> known;
    const auto [place, fresh] = known.try_emplace(command);
    if (fresh) {
        const Finished help = testing::run_program({ONCEPROOF_PROGRAM, command, "--help"}, {});
        CHECK(help.exit_code == 0);
        place->second = words_of(help.out, " ,\n");
    }
    return place->second;
}

/// Every "onceproof COMMAND ..." of a file; its count.
std::size_t check_commands(const std::string& file) {
    // Lines that go on in the next one are one line.
    const std::string text =
        std::regex_replace(content_of(folder + file), std::regex("\\\\\n"), " ");
    const std::regex command(R"re(onceproof(?:\}")? ([a-z]+)([^\n'`|]*))re");
    std::size_t count = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), command), end; at != end; ++at) {
        ++count;
        CAPTURE(file, at->str());
        for (const std::string& word : words_of(at->str(2), " ]")) {
            const std::string flag = word.substr(0, word.find('='));
            if (flag.starts_with('-')) CHECK(help_of(at->str(1)).contains(flag));
        }
    }
    return count;
}

TEST_CASE("ready files: their commands and flags are the program's", "[deploy]") {
    std::map<std::string, std::size_t> commands;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string file = entry.path().filename().string();
        commands.emplace(file, check_commands(file));
    }
    const std::map<std::string, std::size_t> expected{
        {"Dockerfile", 0},
        {"Dockerfile.dockerignore", 0},
        {"github-actions.yml", 2},
        {"kubernetes-merge.yaml", 1},
        {"kubernetes.yaml", 1},
        {"slurm.sbatch", 3}};
    CHECK(commands == expected);
}

TEST_CASE("ready files: the image is made of what the project has", "[deploy]") {
    const std::string text = content_of(folder + "Dockerfile");
    const std::string help = testing::run_program({"/bin/bash", "dev", "help"}, {}).out;
    const std::regex dev(R"(RUN \./dev ([a-z]+))");
    std::smatch found;
    REQUIRE(std::regex_search(text, found, dev));
    CHECK(help.find("\n  " + found.str(1) + " [PRESET]") != std::string::npos);
    CHECK(help.find("The program is build/release/onceproof.") != std::string::npos);
    CHECK(text.find("--from=build /src/build/release/onceproof ") != std::string::npos);
    CHECK(fs::is_directory("scenarios"));
    CHECK(text.find("--from=build /src/scenarios /scenarios") != std::string::npos);
    CHECK(text.find(" -f " + folder + "Dockerfile .\n") != std::string::npos);
}

/// Debian's name for the package of a shared library, by its policy.
std::string package_of(std::string library) {
    std::ranges::replace(library, '_', '-');
    const std::size_t end = library.find(".so");
    std::string name = library.substr(0, end);
    std::string number = library.substr(end + 3);
    if (number.starts_with('.')) number.erase(0, 1);
    const bool apart = !number.empty() && name.back() >= '0' && name.back() <= '9';
    return name + (apart ? "-" : "") + number;
}

TEST_CASE("ready files: the image has the libraries that the program needs", "[deploy]") {
    const std::set<std::string> installed = words_of(content_of(folder + "Dockerfile"), " \\\n");
    const Finished told = testing::run_program({"/usr/bin/objdump", "-p", ONCEPROOF_PROGRAM}, {});
    REQUIRE(told.exit_code == 0);
    // What every C++ program needs is there without being asked for, or is a sanitizer's.
    const std::regex own("lib(stdc\\+\\+|m|c|gcc_s|asan|ubsan|tsan)\\.so\\..*|ld-linux.*");
    const std::regex needed("NEEDED +([^ \n]+)");
    std::set<std::string> missing;
    std::size_t count = 0;
    for (std::sregex_iterator at(told.out.begin(), told.out.end(), needed), end; at != end; ++at) {
        const std::string library = at->str(1);
        if (std::regex_match(library, own)) continue;
        ++count;
        if (!installed.contains(package_of(library))) missing.insert(package_of(library));
    }
    CHECK(count > 5);
    CHECK(missing == std::set<std::string>{});
}

/// The small shell scripts of a file: of each line that ends with "|" what is indented below.
std::string script_in(const std::string& text) {
    std::istringstream lines(text);
    std::string script;
    std::size_t above = std::string::npos;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (above != std::string::npos && indent > above) {
            script += line.substr(indent) + "\n";
        } else if (!script.empty()) {
            break;
        } else if (line.ends_with('|')) {
            above = indent;
        }
    }
    return script;
}

/// Runs a script as a job of a scheduler would, in that folder.
Finished run_script(
    const TemporaryFolder& where, const std::vector<std::string>& variables, const std::string& text
) {
    const std::string programs = fs::path(ONCEPROOF_PROGRAM).parent_path().string();
    std::vector<std::string> words{
        "/usr/bin/env", "-C", where.path(""), "PATH=" + programs + ":/usr/bin:/bin"};
    words.insert(words.end(), variables.begin(), variables.end());
    words.insert(words.end(), {"sh", "-e", "-c", text});
    return testing::run_program(words, {});
}

void write_scenario(const TemporaryFolder& where) {
    where.write(
        "scenarios/clicks.toml",
        "onceproof = 1\n[scenario]\nid = \"clicks\"\ntitle = \"Two clicks\"\n"
        "[workload]\ncallers = 2\n[settle]\nretries = []\n"
        "[strategies]\nuse = [\"no-guard\", \"dedup-table/hardened\"]\n"
    );
}

void check_merged(const Finished& merged) {
    CAPTURE(merged.out, merged.err);
    CHECK(merged.exit_code == 1);  // nobody says that the one without a guard is broken
    CHECK(merged.out.find(" shards, same plan ") != std::string::npos);
    CHECK(merged.out.find("nothing missing") != std::string::npos);
}

TEST_CASE("ready files: the commands of the GitHub workflow come to one run", "[deploy]") {
    const std::string text = content_of(folder + "github-actions.yml");
    CHECK(text.find("STRATEGY_JOB_INDEX: ${{ strategy.job-index }}\n") != std::string::npos);
    CHECK(text.find("STRATEGY_JOB_TOTAL: ${{ strategy.job-total }}\n") != std::string::npos);
    CHECK(text.find("shard: [1, 2, 3, 4]\n") != std::string::npos);
    const TemporaryFolder where;
    write_scenario(where);
    fs::create_directory(where.path("shards"));
    for (int job = 0; job < 4; ++job) {
        const std::string index = std::to_string(job);
        const Finished shard = run_script(
            where, {"STRATEGY_JOB_INDEX=" + index, "STRATEGY_JOB_TOTAL=4"}, script_in(text)
        );
        CAPTURE(shard.err);
        CHECK(shard.exit_code == 0);
        fs::rename(where.path("out"), where.path("shards/onceproof-shard-" + index));
    }
    const std::size_t merge = text.find("- run: onceproof merge ");
    REQUIRE(merge != std::string::npos);
    const std::size_t begin = merge + std::string("- run: ").size();
    check_merged(run_script(where, {}, text.substr(begin, text.find('\n', begin) - begin)));
}

TEST_CASE("ready files: the commands of the Kubernetes jobs come to one run", "[deploy]") {
    const std::string text = content_of(folder + "kubernetes.yaml");
    CHECK(text.find("completionMode: Indexed") != std::string::npos);
    CHECK(text.find("completions: 16\n") != std::string::npos);
    CHECK(text.find("name: JOB_COMPLETIONS\n              value: \"16\"") != std::string::npos);
    const TemporaryFolder where;
    write_scenario(where);
    const auto here = [](const std::string& script) {
        return std::regex_replace(script, std::regex("/(runs|scenarios)\\b"), "./$1");
    };
    for (int index = 0; index < 3; ++index) {
        const Finished shard = run_script(
            where,
            {"JOB_COMPLETION_INDEX=" + std::to_string(index), "JOB_COMPLETIONS=3"},
            here(script_in(text))
        );
        CAPTURE(shard.err);
        CHECK(shard.exit_code == 0);
    }
    const std::string merge = content_of(folder + "kubernetes-merge.yaml");
    std::smatch found;
    REQUIRE(std::regex_search(merge, found, std::regex("args: \\[\"(.*)\"\\]")));
    check_merged(run_script(where, {}, here(found.str(1))));
}

}  // namespace
}  // namespace onceproof::deploy
