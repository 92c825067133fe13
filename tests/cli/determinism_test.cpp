#include <cstdlib>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// A checker with strategies of its own, which are not deterministic.
Finished restless(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{RESTLESS_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    setenv("COLUMNS", "110", 1);
    Finished finished = testing::run_program(words, {});
    unsetenv("COLUMNS");
    return finished;
}

/// One caller whose reply may get lost, with one of those strategies; few states are enough.
std::string scenario_of(const TemporaryFolder& folder, const std::string& strategy) {
    return folder.write(
        strategy + ".toml",
        "onceproof = 1\n"
        "[scenario]\nid = \"" +
            strategy +
            "\"\ntitle = \"A reply may get lost\"\n"
            "[workload]\ncallers = 1\n"
            "[strategies]\nuse = [\"" +
            strategy +
            "\"]\n"
            "[faults]\nbudget = 1\n[[fault]]\nkind = \"reply-lost\"\nat = \"call.reply\"\n"
            "[guarantees]\ncheck = [\"no_stuck_key\"]\n"
            "[settle]\nretries = []\n[explore]\nlimit = { states = 500 }\n"
    );
}

Finished run_of(const std::string& strategy, const std::vector<std::string>& more = {}) {
    const TemporaryFolder folder;
    std::vector<std::string> words{
        "run", scenario_of(folder, strategy), "--ascii", "-o", folder.path("out")};
    words.insert(words.end(), more.begin(), more.end());
    return restless(words);
}

}  // namespace

TEST_CASE("determinism: cases of a strategy that keeps the rules are the same twice", "[cli]") {
    const Finished run = run_of("calm");
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("determinism: 1 case run twice, 0 differences\n") != std::string::npos);
}

TEST_CASE("determinism: what outlives a run, an address or a draw is caught (exit 6)", "[cli]") {
    const auto [strategy, mark] = GENERATE(table<std::string, std::string>(
        {{"counting", "run-"}, {"addressing", "at-"}, {"drawing", "drew-"}, {"clocking", "now-"}}
    ));
    for (const char* jobs : {"1", "2"}) {
        const Finished run = run_of(strategy, {"-j", jobs});
        CAPTURE(run.out, run.err);
        CHECK(run.exit_code == 6);
        CHECK(
            run.out.find("Not every expectation is met: 1 cell that is not deterministic") !=
            std::string::npos
        );
        CHECK(
            run.out.find("X not deterministic: " + strategy + " / " + strategy) != std::string::npos
        );
        CHECK(run.out.find(": step 3 (h1.1:kv.set) differs, what") != std::string::npos);
        CHECK(run.out.find("set mark:pay-1 = " + mark) != std::string::npos);
        CHECK(run.out.find("    the code of h1.1 ran last behind step 2\n") != std::string::npos);
        CHECK(
            run.out.find("    hint: a strategy takes the time from env.clock") != std::string::npos
        );
    }
}

TEST_CASE("determinism: another way through the code is told by the options (exit 6)", "[cli]") {
    const Finished run = run_of("changing");
    CAPTURE(run.out);
    CHECK(run.exit_code == 6);
    CHECK(run.out.find(": step 2 (h1.1:kv.get) differs, what") != std::string::npos);
    CHECK(run.out.find("    first: h1.1:kv.get") != std::string::npos);
    CHECK(run.out.find("    again: h1.1:kv.del") != std::string::npos);
}

TEST_CASE("determinism: a difference is in the run's records", "[cli]") {
    const TemporaryFolder folder;
    const std::string out = folder.path("out");
    const std::string file = scenario_of(folder, "counting");
    CHECK(restless({"run", file, "-o", out}).exit_code == 6);
    CHECK(content_of(out + "/run.json").find("\"decision\": \"h1.1:kv.set\"") != std::string::npos);
    CHECK(content_of(out + "/junit.xml").find("type=\"not-deterministic\"") != std::string::npos);
    CHECK(content_of(out + "/summary.md").find("### ✖ Not deterministic") != std::string::npos);
}

TEST_CASE("determinism: walks run twice as often as the share says", "[cli]") {
    const std::vector<std::string> walks{"--explore", "random", "--cases", "200"};
    std::vector<std::string> more = walks;
    more.insert(more.end(), {"--check-determinism", "20%"});
    const Finished run = run_of("calm", more);
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("determinism: 40 cases run twice, 0 differences\n") != std::string::npos);
    more.back() = "100%";
    CHECK(
        run_of("calm", more).out.find("determinism: 200 cases run twice, 0 differences\n") !=
        std::string::npos
    );
    more.front() = "--explore=pct";
    more.erase(more.begin() + 1);
    const Finished pct = run_of("counting", more);
    CHECK(pct.exit_code == 6);
    CHECK(pct.out.find("walk 0: step ") != std::string::npos);
}

TEST_CASE("determinism: 0% checks nothing, and more than 100% is refused", "[cli]") {
    const Finished run = run_of("counting", {"--check-determinism", "0%"});
    CAPTURE(run.out);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("determinism") == std::string::npos);
    for (const char* wrong : {"101%", "-1", "much", "%", "nan"}) {
        const std::string flag = std::string("--check-determinism=") + wrong;
        CAPTURE(flag);
        CHECK(run_of("calm", {flag}).exit_code == 64);
    }
}

TEST_CASE("determinism: every cell of the suite has a case that ran twice", "[cli]") {
    const std::string mark = "\ndeterminism: ";
    const std::string& out = suite_run().finished.out;
    const std::size_t at = out.find(mark);
    REQUIRE(at != std::string::npos);
    CHECK(std::stoul(out.substr(at + mark.size())) >= 495);
    CHECK(out.find(" run twice, 0 differences\n") != std::string::npos);
}

TEST_CASE("run: a cell that cannot be run is told in full (exit 65)", "[cli]") {
    const Finished run = run_of("beyond");
    CAPTURE(run.out);
    CHECK(run.exit_code == 65);
    CHECK(run.out.find("1 cell that could not be run") != std::string::npos);
    CHECK(run.out.find("? beyond / beyond/only: could not be run\n    ") != std::string::npos);
}

}  // namespace onceproof::cli
