#include <set>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// The words at the beginning of the lines of a help text, behind a headline: commands or flags.
std::vector<std::string> listed_in(const std::string& help, const std::string& headline) {
    std::vector<std::string> words;
    std::istringstream lines(help.substr(help.find("\n" + headline + "\n") + headline.size() + 2));
    for (std::string line; std::getline(lines, line) && !line.empty();) {
        // What a line goes on with stands further in.
        if (line.starts_with("  ") && line[2] != ' ') {
            std::istringstream word(line);
            word >> words.emplace_back();
        }
    }
    return words;
}

/// "-f", "--filter" of "-f,--filter".
std::vector<std::string> names_in(const std::string& flags) {
    std::vector<std::string> names;
    std::istringstream parts(flags);
    for (std::string name; std::getline(parts, name, ',');) {
        names.push_back(name);
    }
    return names;
}

/// Every command with all its flags, as the help texts tell them.
std::vector<std::pair<std::string, std::vector<std::string>>> told_by_help() {
    std::vector<std::pair<std::string, std::vector<std::string>>> all;
    for (const std::string& command : listed_in(onceproof({"--help"}).out, "Subcommands:")) {
        std::vector<std::string> flags;
        for (const std::string& each : listed_in(onceproof({command, "--help"}).out, "Options:")) {
            for (const std::string& name : names_in(each)) {
                flags.push_back(name);
            }
        }
        all.emplace_back(command, flags);
    }
    return all;
}

std::string with_hyphens_of_roff(const std::string& flag) {
    std::string result;
    for (const char c : flag) {
        result += c == '-' ? std::string("\\-") : std::string(1, c);
    }
    return result;
}

/// What bash offers behind these words, the last of which is begun.
std::set<std::string> offered(const std::string& words) {
    const Finished bash = testing::run_program(
        {"/bin/bash",
         "-c",
         "source <('" ONCEPROOF_PROGRAM "' completion bash); COMP_WORDS=(" + words +
             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _onceproof; printf '%s\\n' "
             "\"${COMPREPLY[@]}\""},
        {}
    );
    CHECK(bash.err.empty());
    std::istringstream lines(bash.out);
    std::set<std::string> all;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) all.insert(line);
    }
    return all;
}

}  // namespace

TEST_CASE("completion: every command and flag of the help texts is in each document", "[cli]") {
    const std::string bash = onceproof({"completion", "bash"}).out;
    const std::string zsh = onceproof({"completion", "zsh"}).out;
    const std::string fish = onceproof({"completion", "fish"}).out;
    const std::string manual = onceproof({"manual"}).out;
    const auto all = told_by_help();
    REQUIRE(all.size() >= 12);
    for (const auto& [command, flags] : all) {
        CAPTURE(command);
        REQUIRE_FALSE(flags.empty());
        const std::size_t section = manual.find("\n.SS onceproof " + command);
        const std::size_t arguments = zsh.find("\n        " + command + ") _arguments");
        const std::size_t words = bash.find("\n    " + command + ")\n");
        REQUIRE(section != std::string::npos);
        REQUIRE(arguments != std::string::npos);
        REQUIRE(words != std::string::npos);
        CHECK(fish.find("-f -a " + command + " -d") != std::string::npos);
        const std::string of_manual =
            manual.substr(section + 1, manual.find("\n.S", section + 1) - section);
        const std::string of_zsh =
            zsh.substr(arguments + 1, zsh.find('\n', arguments + 1) - arguments);
        const std::string of_bash = bash.substr(words, bash.find("esac", words) - words);
        for (const std::string& flag : flags) {
            CAPTURE(flag);
            CHECK(of_manual.find(with_hyphens_of_roff(flag)) != std::string::npos);
            CHECK(of_zsh.find("'*" + flag + "[") != std::string::npos);
            CHECK((of_bash + " ").find(flag) != std::string::npos);
            const std::string name = flag.starts_with("--") ? " -l " + flag.substr(2) + " "
                                                            : " -s " + flag.substr(1) + " ";
            const std::string seen = "'__fish_seen_subcommand_from " + command + "'";
            bool in_fish = false;
            for (std::size_t at = fish.find(seen); at != std::string::npos;
                 at = fish.find(seen, at + 1)) {
                const std::string line = fish.substr(at, fish.find('\n', at) - at);
                in_fish = in_fish || line.find(name) != std::string::npos;
            }
            CHECK(in_fish);
        }
    }
}

TEST_CASE("completion: what is hidden is nowhere", "[cli]") {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        CHECK(onceproof({"completion", shell}).out.find("witness") == std::string::npos);
    }
    CHECK(onceproof({"manual"}).out.find("witness") == std::string::npos);
}

TEST_CASE("completion: bash offers commands, flags, and the values that a flag knows", "[cli]") {
    CHECK(offered("onceproof rep") == std::set<std::string>{"replay", "report"});
    CHECK(offered("onceproof run --expl") == std::set<std::string>{"--explore"});
    CHECK(
        offered("onceproof run scenarios --explore ''") ==
        std::set<std::string>{"exhaustive", "random", "pct"}
    );
    CHECK(offered("onceproof list f") == std::set<std::string>{"faults"});
    // The shell itself offers files then.
    CHECK(offered("onceproof run --out ''").empty());
}

TEST_CASE("completion: a shell that is not known is refused (exit 64)", "[cli]") {
    CHECK(onceproof({"completion", "tcsh"}).exit_code == 64);
}

TEST_CASE("manual: man prints it without a warning", "[cli]") {
    const Finished man = testing::run_program(
        {"/bin/bash",
         "-c",
         "'" ONCEPROOF_PROGRAM "' manual | LC_ALL=C MANWIDTH=100 man --warnings -l -"},
        {}
    );
    CHECK(man.exit_code == 0);
    CHECK(man.err.empty());
    CHECK(man.out.find("ONCEPROOF_OUT") != std::string::npos);
}

}  // namespace onceproof::cli
