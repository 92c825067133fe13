#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "tests/docs/command_check.hpp"
#include "tests/docs/markdown.hpp"
#include "tests/docs/shell.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/content_of.hpp"
#include "tests/support/program.hpp"

// What README.md and docs/ say can be done is done, or at least can be typed.
namespace onceproof::docs {
namespace {

namespace fs = std::filesystem;

struct Named {
    std::string name;  ///< from the root: "docs/choosing.md"
    Page page;
};

const std::vector<Named>& pages() {
    static const std::vector<Named> all = [] {
        const fs::path root = ONCEPROOF_SOURCE_DIR;
        std::vector<fs::path> files{root / "README.md"};
        for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
            if (entry.path().extension() == ".md") files.push_back(entry.path());
        }
        std::sort(files.begin() + 1, files.end());
        std::vector<Named> named;
        for (const fs::path& file : files) {
            named.push_back(
                {file.lexically_relative(root).string(),
                 read_page(testing::content_of(file.string()))}
            );
        }
        return named;
    }();
    return all;
}

std::string help_of(const std::vector<std::string>& words) {
    const testing::Finished finished = testing::run_program(words, {});
    REQUIRE(finished.exit_code == 0);
    return finished.out;
}

const Commands& onceproof_commands() {
    static const Commands commands = [] {
        const std::string help = help_of({ONCEPROOF_PROGRAM, "--help"});
        Commands all{{"", flags_in(help)}};
        for (const std::string& name : subcommands_in(help)) {
            all[name] = flags_in(help_of({ONCEPROOF_PROGRAM, name, "--help"}));
        }
        return all;
    }();
    return commands;
}

std::string dev_help() {
    static const std::string help = help_of({ONCEPROOF_SOURCE_DIR "/dev", "help"});
    return help;
}

/// The words that lines of `./dev help` start with.
const std::set<std::string>& dev_commands() {
    static const std::set<std::string> commands = [] {
        std::set<std::string> all{"help"};
        std::istringstream lines(dev_help());
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("  ") && line.size() > 2 && line[2] != ' ') {
                all.insert(line.substr(2, line.find(' ', 2) - 2));
            }
        }
        return all;
    }();
    return commands;
}

bool is_shell(const Block& block) {
    return block.language == "sh" || block.language == "console";
}

void check_command(const std::string& place, const std::string& script) {
    for (const std::vector<std::string>& words : simple_commands(script)) {
        for (const auto& unknown :
             {unknown_in(words, onceproof_commands()), unknown_to_dev(words, dev_commands())}) {
            if (unknown.has_value()) FAIL_CHECK(place << ": " << *unknown);
        }
    }
}

/// How many there were.
std::size_t run_blocks(const std::string& how) {
    std::size_t blocks = 0;
    for (const auto& [name, page] : pages()) {
        std::optional<Bench> bench;
        for (const Block& block : page.blocks) {
            if (!is_shell(block) || block.how != how) continue;
            if (!bench.has_value()) bench.emplace();
            ++blocks;
            const bool is_console = block.language == "console";
            const std::string folder = bench->path("");
            for (const Deviation& each :
                 is_console ? run_console(block, folder) : run_sh(block, folder)) {
                FAIL_CHECK(name << ":" << block.line << "\n" << to_string(each));
            }
        }
    }
    return blocks;
}

TEST_CASE("docs: the commands that they show do what they say", "[docs]") {
    CHECK(run_blocks("") > 0);
}

TEST_CASE("docs: so do those that take seconds or servers", "[.backends]") {
    CHECK(run_blocks("slow") > 0);
}

TEST_CASE("docs: a block of commands says how it is tried in one of three ways", "[docs]") {
    for (const auto& [name, page] : pages()) {
        CAPTURE(name);
        CHECK(page.closed);
        for (const Block& block : page.blocks) {
            CAPTURE(block.line, block.how);
            const bool has_reason = block.how.starts_with("not-run: ") && block.how.size() > 12;
            // The recipes' blocks are run in the tree that they change.
            const bool is_recipe = name.starts_with("docs/recipes/") && block.how == "recipe";
            CHECK(
                (!is_shell(block) || block.how.empty() || block.how == "slow" || has_reason ||
                 is_recipe)
            );
        }
    }
}

TEST_CASE("docs: every command and flag in a block is one that there is", "[docs]") {
    REQUIRE(onceproof_commands().contains("run"));
    REQUIRE(dev_commands().contains("test"));
    for (const auto& [name, page] : pages()) {
        for (const Block& block : page.blocks) {
            const std::string place = fmt::format("{}:{}", name, block.line);
            if (block.language == "sh") check_command(place, block.text);
            if (block.language != "console") continue;
            for (const Exchange& exchange : exchanges_of(block.text)) {
                check_command(place, exchange.command);
            }
        }
    }
}

TEST_CASE("docs: so is every command and flag in a sentence", "[docs]") {
    std::set<std::string> flags = flags_in(help_of({EXPLORER_BENCH, "--help"}));
    for (const auto& [command, some] : onceproof_commands()) {
        flags.insert(some.begin(), some.end());
    }
    for (const auto& [name, page] : pages()) {
        for (const Span& span : page.code) {
            const std::string place = fmt::format("{}:{}", name, span.line);
            const std::string first = span.text.substr(0, span.text.find(' '));
            const bool is_command = first != span.text && onceproof_commands().contains(first);
            check_command(place, is_command ? "onceproof " + span.text : span.text);
            if (!first.starts_with("--")) continue;
            const std::string flag = first.substr(0, first.find('='));
            if (!flags.contains(flag) && dev_help().find(flag) == std::string::npos) {
                FAIL_CHECK(place << ": nothing has a flag " << flag);
            }
        }
    }
}

TEST_CASE("docs: every link to a file leads to one", "[docs]") {
    for (const auto& [name, page] : pages()) {
        for (const Span& link : page.links) {
            if (link.text.find("://") != std::string::npos || link.text.starts_with('#')) continue;
            const std::string target = link.text.substr(0, link.text.find('#'));
            const fs::path file = fs::path(ONCEPROOF_SOURCE_DIR) / fs::path(name).parent_path();
            if (!fs::exists(file / target)) {
                FAIL_CHECK(name << ":" << link.line << ": no file " << target);
            }
        }
    }
}

}  // namespace
}  // namespace onceproof::docs
