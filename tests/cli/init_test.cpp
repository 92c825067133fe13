#include <filesystem>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// Runs a program there, with what it prints.
Finished in_folder(
    const TemporaryFolder& folder, const std::string& program, const std::string& arguments
) {
    return testing::run_program(
        {"/bin/bash", "-c", "cd '" + folder.path(".") + "' && '" + program + "' " + arguments}, {}
    );
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        text.replace(at, what.size(), by);
    }
    return text;
}

}  // namespace

TEST_CASE("init: a strategy begins as the example, under its own name", "[cli]") {
    const TemporaryFolder folder;
    const Finished init = in_folder(folder, ONCEPROOF_PROGRAM, "init strategy two-words");
    CHECK(init.err.empty());
    CHECK(init.exit_code == 0);
    CHECK(
        init.out ==
        "wrote two-words/CMakeLists.txt\n"
        "wrote two-words/two_words.cpp\n"
        "wrote two-words/scenarios/double-click.toml\n"
        "wrote two-words/scenarios/lost-reply.toml\n"
        "\nnext:\n"
        "  cmake -S two-words -B two-words/build\n"
        "  cmake --build two-words/build\n"
        "  two-words/build/two-words-check run two-words/scenarios -v\n"
    );
    for (const auto& [written, example] : std::vector<std::pair<std::string, std::string>>{
             {"CMakeLists.txt", "CMakeLists.txt"},
             {"two_words.cpp", "own_strategy.cpp"},
             {"scenarios/double-click.toml", "scenarios/double-click.toml"},
             {"scenarios/lost-reply.toml", "scenarios/lost-reply.toml"}}) {
        CAPTURE(written);
        std::string text = content_of("examples/own-strategy/" + example);
        text = replaced(text, "own-strategy", "two-words");
        text = replaced(text, "own_strategy", "two_words");
        CHECK(
            content_of(folder.path("two-words/" + written)) ==
            replaced(text, "OwnStrategy", "TwoWords")
        );
    }
}

TEST_CASE("init: nothing is overwritten, and then nothing is written (exit 74)", "[cli]") {
    const TemporaryFolder folder;
    const std::string mine = folder.write("mine/scenarios/lost-reply.toml", "mine\n");
    const Finished init = in_folder(folder, ONCEPROOF_PROGRAM, "init strategy mine");
    CHECK(init.exit_code == 74);
    CHECK(
        init.err ==
        "onceproof: mine/scenarios/lost-reply.toml is there already; nothing was written\n"
    );
    CHECK(content_of(mine) == "mine\n");
    CHECK_FALSE(std::filesystem::exists(folder.path("mine/CMakeLists.txt")));
}

TEST_CASE("init: the commands that it says are next end in a verdict", "[cli]") {
    const TemporaryFolder folder;
    const Finished init = in_folder(folder, ONCEPROOF_PROGRAM, "init scenario slow-day");
    CHECK(
        init.out ==
        "wrote scenarios/slow-day.toml\n\nnext:\n"
        "  onceproof validate scenarios/slow-day.toml\n"
        "  onceproof run scenarios/slow-day.toml -v\n"
    );
    const Finished valid = in_folder(folder, ONCEPROOF_PROGRAM, "validate scenarios/slow-day.toml");
    CHECK(valid.exit_code == 0);
    const Finished run =
        in_folder(folder, ONCEPROOF_PROGRAM, "run scenarios/slow-day.toml -v --ascii");
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("slow-day") != std::string::npos);
}

TEST_CASE("init: a checker's scenario begins with the checker's own strategies", "[cli]") {
    const TemporaryFolder folder;
    const Finished init = in_folder(folder, RESTLESS_PROGRAM, "init scenario slow-day");
    CHECK(init.exit_code == 0);
    CHECK(
        content_of(folder.path("scenarios/slow-day.toml"))
            .find("use = [\"addressing\", \"beyond\"") != std::string::npos
    );
    CHECK(
        init.out.find(std::string("  ") + RESTLESS_PROGRAM + " run scenarios/slow-day.toml -v") !=
        std::string::npos
    );
}

TEST_CASE("init: a CI job is written for whom it is asked for", "[cli]") {
    const TemporaryFolder folder;
    const auto [flag, file] = GENERATE(table<std::string, std::string>(
        {{"", ".github/workflows/onceproof.yml"}, {" --for gitlab", ".gitlab-ci.yml"}}
    ));
    folder.write("scenarios/s.toml", "");
    const Finished init = in_folder(folder, ONCEPROOF_PROGRAM, "init ci" + flag);
    CHECK(init.exit_code == 0);
    const std::string text = content_of(folder.path(file));
    // What it says is next is what the job does.
    const std::string command = "onceproof run scenarios --no-progress -o onceproof-run";
    CHECK(init.out == "wrote " + file + "\n\nnext:\n  " + command + "\n");
    CHECK(text.find(command + "\n") != std::string::npos);
}

TEST_CASE("init: a CI job without a scenario has one written first", "[cli]") {
    const TemporaryFolder folder;
    const Finished init = in_folder(folder, ONCEPROOF_PROGRAM, "init ci");
    CHECK(
        init.out.find("\nnext:\n  onceproof init scenario first\n  onceproof run ") !=
        std::string::npos
    );
    CHECK(in_folder(folder, ONCEPROOF_PROGRAM, "init scenario first").exit_code == 0);
    const Finished run =
        in_folder(folder, ONCEPROOF_PROGRAM, "run scenarios --no-progress -o onceproof-run");
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
}

TEST_CASE("init: a checker's CI job builds the checker and runs it", "[cli]") {
    const TemporaryFolder folder;
    folder.write("mine/build/CMakeCache.txt", "");
    std::filesystem::create_symlink(RESTLESS_PROGRAM, folder.path("mine/build/check"));
    const auto [flag, file, step] = GENERATE(table<std::string, std::string, std::string>(
        {{"", ".github/workflows/onceproof.yml", "\n      - run: "},
         {" --for gitlab", ".gitlab-ci.yml", "\n    - "}}
    ));
    const Finished init = in_folder(folder, "mine/build/check", "init ci" + flag);
    CHECK(init.exit_code == 0);
    const std::string text = content_of(folder.path(file));
    CAPTURE(text);
    CHECK(
        text.find(step + "cmake -S mine -B mine/build && cmake --build mine/build\n") !=
        std::string::npos
    );
    CHECK(text.find(" mine/build/check run scenarios --no-progress") != std::string::npos);
    CHECK(text.find(" onceproof run ") == std::string::npos);
}

TEST_CASE("init: names that cannot be are refused (exit 64)", "[cli]") {
    const TemporaryFolder folder;
    for (const char* wrong :
         {"strategy",
          "strategy Two",
          "strategy 2nd",
          "strategy outbox",
          "scenario ../up",
          "ci name",
          "everything name"}) {
        CAPTURE(wrong);
        const Finished init = in_folder(folder, ONCEPROOF_PROGRAM, std::string("init ") + wrong);
        CHECK(init.exit_code == 64);
        CHECK(is_one_line(init.err));
    }
    CHECK(std::filesystem::is_empty(folder.path(".")));
}

}  // namespace onceproof::cli
