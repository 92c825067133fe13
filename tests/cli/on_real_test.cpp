#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

const std::string scenario = "scenarios/redis-forgets-lock.toml";

/// A run of one scenario that plays what it finds on real servers.
struct ConfirmedRun {
    ConfirmedRun()
        : finished(
              onceproof({"run", scenario, "--confirm", "--no-progress", "-o", folder.path("out")})
          ) {}

    [[nodiscard]] std::string results() const {
        return content_of(folder.path("out") + "/results.ndjson");
    }

    TemporaryFolder folder;
    Finished finished;
};

const ConfirmedRun& confirmed_run() {
    static const ConfirmedRun run;
    return run;
}

TEST_CASE("run --confirm: what is violated is confirmed, and the record keeps it", "[cli]") {
    const ConfirmedRun& run = confirmed_run();
    CAPTURE(run.finished.out, run.finished.err);
    CHECK(run.finished.exit_code == 0);
    CHECK(run.finished.out.find("confirmed ") != std::string::npos);
    CHECK(run.finished.out.find("violated cells on real servers (") != std::string::npos);
    CHECK(run.results().find("\"on_real\":{\"outcome\":\"confirmed\"") != std::string::npos);
    CHECK(run.results().find("\"outcome\":\"differs\"") == std::string::npos);
    const Finished report =
        onceproof({"report", run.folder.path("out"), "-o", run.folder.path("docs")});
    CHECK(report.exit_code == 0);
    const std::string text = content_of(run.folder.path("docs") + "/verdicts.md");
    CHECK(text.find("## On real servers") != std::string::npos);
}

TEST_CASE("replay --on real: keeps replay's exit code where it is confirmed", "[cli]") {
    const std::string token = tokens_in(confirmed_run().results()).front();
    const Finished replay = onceproof({"replay", token, "--on", "real"});
    CAPTURE(replay.out, replay.err);
    CHECK(replay.exit_code == 1);
    CHECK(replay.out.find(" + Redis 7.") != std::string::npos);
    CHECK(replay.out.ends_with("every result as in the simulation\n"));
    CHECK(replay.err.empty());
}

TEST_CASE("replay --on real: a server that is not there is told in one line (exit 69)", "[cli]") {
    const std::string token = tokens_in(confirmed_run().results()).front();
    const Finished replay = testing::run_program(
        {"/usr/bin/env", "PATH=/nowhere", ONCEPROOF_PROGRAM, "replay", token, "--on", "real"}, {}
    );
    CHECK(replay.exit_code == 69);
    CHECK(replay.out.find("violated at step") != std::string::npos);
    CHECK(is_one_line(replay.err));
    CHECK(replay.err.find("redis-server is not installed") != std::string::npos);
}

TEST_CASE("run --confirm: without a server the results are kept (exit 69)", "[cli]") {
    const TemporaryFolder folder;
    const std::string out = folder.path("out");
    const Finished run = testing::run_program(
        {"/usr/bin/env",
         "PATH=/nowhere",
         ONCEPROOF_PROGRAM,
         "run",
         scenario,
         "--confirm",
         "--no-progress",
         "--check-determinism",
         "0",
         "-o",
         out},
        {}
    );
    CHECK(run.exit_code == 69);
    CHECK(is_one_line(run.err));
    CHECK_FALSE(tokens_in(content_of(out + "/results.ndjson")).empty());
    CHECK(content_of(out + "/run.json").find("\"finished\": true") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::cli
