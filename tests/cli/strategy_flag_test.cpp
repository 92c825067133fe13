#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

const std::string lost_reply = "scenarios/lost-reply.toml";
const std::string of_messages = "scenarios/batch-of-messages.toml";

/// A checker with strategies of its own runs scenarios that do not use them.
Finished run_with(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
    std::vector<std::string> words{RESTLESS_PROGRAM, "run", "--ascii", "-o", folder.path("out")};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return testing::run_program(words, {});
}

}  // namespace

TEST_CASE("run --strategy: it takes the place of those that the scenarios use", "[cli]") {
    const TemporaryFolder folder;
    const Finished run =
        run_with(folder, {lost_reply, "--strategy", "calm", "--check-determinism", "100%"});
    INFO(run.out << run.err);
    CHECK(run.exit_code == 1);
    CHECK(run.out.find("lost-reply / calm/only: single_effect violated") != std::string::npos);
    CHECK(run.out.find("no-guard") == std::string::npos);
    CHECK(run.out.find(" run twice, 0 differences") != std::string::npos);
    const std::vector<std::string> tokens =
        tokens_in(content_of(folder.path("out/results.ndjson")));
    REQUIRE_FALSE(tokens.empty());
    const std::string stored = content_of(folder.path("out/junit.xml"));
    CHECK(stored.find("replay: " RESTLESS_PROGRAM " replay op1-") != std::string::npos);
    CHECK(stored.find("replay: onceproof") == std::string::npos);
    // The token's strategy is in no file.
    const Finished replay = testing::run_program(
        {RESTLESS_PROGRAM, "replay", tokens.front(), "--scenarios", lost_reply}, {}
    );
    INFO(replay.out << replay.err);
    CHECK(replay.exit_code == 1);
    CHECK(replay.out.find("lost-reply / calm/only") != std::string::npos);
}

TEST_CASE("run --strategy: one of the scenario keeps what is expected of it", "[cli]") {
    const TemporaryFolder folder;
    const Finished run = run_with(folder, {lost_reply, "--strategy", "no-guard"});
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("dedup-table") == std::string::npos);
}

TEST_CASE("run --strategy: what it cannot live with is left out and told", "[cli]") {
    const TemporaryFolder folder;
    const Finished run = run_with(folder, {lost_reply, of_messages, "--strategy", "calm"});
    CHECK(run.exit_code == 1);
    CHECK(
        run.err == "onceproof: left out " + of_messages +
                       ": strategy \"calm\" has no consumer, but workload.load is \"messages\"\n"
    );
    const Finished none = run_with(folder, {of_messages, "--strategy", "calm"});
    CHECK(none.exit_code == 4);
    CHECK(none.err.starts_with("onceproof: no scenario is left: " + of_messages + ": "));
}

TEST_CASE("run --strategy: an unknown name is refused with a hint (exit 64)", "[cli]") {
    const TemporaryFolder folder;
    const auto [name, hint] = GENERATE(table<std::string, std::string>(
        {{"calmm", "unknown strategy \"calmm\"; did you mean \"calm\"?"},
         {"calm/onyl", "unknown preset of calm \"onyl\"; did you mean \"only\"?"}}
    ));
    const Finished run = run_with(folder, {lost_reply, "--strategy", name});
    CHECK(run.exit_code == 64);
    CHECK(run.err == "onceproof: " + hint + "\n");
}

}  // namespace onceproof::cli
