#include "tests/docs/shell.hpp"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "tests/support/program.hpp"

namespace onceproof::docs {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t printed_max = 8'000;

testing::Finished in_shell(const std::string& script, const std::string& folder) {
    // A tree that was built has its own; Bench has a link to the one under test.
    const std::string path = (fs::path(folder) / "build/release").string();
    return testing::run_program(
        {"/usr/bin/env",
         "-C",
         folder,
         "COLUMNS=110",
         "LC_ALL=C.UTF-8",
         "PATH=" + path + ":" + std::getenv("PATH"),
         "/bin/sh",
         "-c",
         script},
        {}
    );
}

/// Behind each command's output; no command prints it.
std::string mark_of(std::size_t command) {
    return fmt::format("\n\x01{}\n", command);
}

/// The commands in one shell, so that variables, folders and `$?` stay.
std::string script_of(const std::vector<Exchange>& exchanges) {
    std::string script = "exec 2>&1\n";
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        script += exchanges[i].command +
                  fmt::format("\nlast=$?; printf '\\n\\001%s\\n' {}; (exit $last)\n", i);
    }
    return script;
}

}  // namespace

Bench::Bench() {
    const fs::path root = ONCEPROOF_SOURCE_DIR;
    const fs::path here = folder_.path("");
    for (const char* name : {"README.md", "docs", "scenarios", "dev"}) {
        fs::copy(root / name, here / name, fs::copy_options::recursive);
    }
    fs::create_directories(here / "build/release");
    fs::create_symlink(ONCEPROOF_PROGRAM, here / "build/release/onceproof");
}

std::vector<Deviation> run_sh(const Block& block, const std::string& folder) {
    const testing::Finished finished = in_shell("set -e\nexec 2>&1\n" + block.text, folder);
    const bool still_fails = finished.out.find("\nstill fails  ") != std::string::npos;
    const bool is_token = block.text.starts_with("onceproof replay op1-") &&
                          block.text.find('\n') + 1 == block.text.size();
    if (is_token ? finished.exit_code == 1 && still_fails : finished.exit_code == 0) return {};
    return {{block.text, "", finished.out + finished.err, finished.exit_code}};
}

std::vector<Deviation> run_console(const Block& block, const std::string& folder) {
    const std::vector<Exchange> exchanges = exchanges_of(block.text);
    const testing::Finished finished = in_shell(script_of(exchanges), folder);
    std::vector<Deviation> deviations;
    std::string_view rest = finished.out;
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const std::string mark = mark_of(i);
        const std::size_t end = std::min(rest.find(mark), rest.size());
        const std::string printed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + mark.size(), rest.size()));
        if (!matches(exchanges[i].output, printed)) {
            deviations.push_back(
                {exchanges[i].command, exchanges[i].output, printed, finished.exit_code}
            );
        }
    }
    if (exchanges.empty()) deviations.push_back({"(no line starts with \"$ \")", "", "", 0});
    return deviations;
}

std::string to_string(const Deviation& deviation) {
    return fmt::format(
        "$ {}\n--- the page shows:\n{}--- it printed (exit {}):\n{}",
        deviation.command,
        deviation.shown,
        deviation.exit_code,
        deviation.printed.substr(0, printed_max)
    );
}

}  // namespace onceproof::docs
