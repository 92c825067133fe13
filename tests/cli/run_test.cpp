#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// A scenario of its own: two clicks, no fault, `expectations` behind it.
std::string two_clicks(const TemporaryFolder& folder, const std::string& expectations) {
    return folder.write(
        "two-clicks.toml",
        "onceproof = 1\n"
        "[scenario]\nid = \"two-clicks\"\ntitle = \"Two clicks\"\n"
        "[strategies]\nuse = [\"no-guard\", \"dedup-table/hardened\"]\n"
        "[guarantees]\ncheck = [\"single_effect\"]\n" +
            expectations
    );
}

const std::string no_guard_is_caught =
    "[[expect]]\nstrategy = \"no-guard\"\nguarantee = \"single_effect\"\nverdict = \"violated\"\n";

TEST_CASE("run: the suite's every cell is what its scenario expects (exit 0)", "[cli]") {
    const Finished& run = suite_run().finished;
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.err.empty());
    for (const char* file :
         {"run.json",
          "results.ndjson",
          "counterexamples.ndjson",
          "junit.xml",
          "summary.md",
          "report.html"}) {
        CAPTURE(file);
        CHECK(std::filesystem::file_size(suite_run().folder + "/" + file) > 100);
    }
}

TEST_CASE("run: what is as expected is counted, and told one by one with -v", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, no_guard_is_caught);
    const Finished brief = onceproof({"run", file, "-o", folder.path("out")});
    CAPTURE(brief.out);
    CHECK(std::ranges::count(brief.out, '\n') == 14);
    CHECK(brief.out.find("report   " + folder.path("out") + "/report.html\n") != std::string::npos);
    CHECK(
        brief.out.find("\nEvery expectation is met: 1 known violation found again. 2 of 2 cells") !=
        std::string::npos
    );
    CHECK(brief.out.find(" no-guard/baseline ────╮") != std::string::npos);
    CHECK(brief.out.find("op1-") == std::string::npos);
    const Finished full = onceproof({"run", file, "-v", "-o", folder.path("out")});
    CHECK(
        full.out.find("dedup-table/hardened: proved, every run with no fault keeps ") !=
        std::string::npos
    );
    CHECK(full.out.find("replay: onceproof replay op1-") != std::string::npos);
}

TEST_CASE("run: with SOURCE_DATE_EPOCH equal runs give equal reports", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, no_guard_is_caught);
    const std::string out = folder.path("out");
    setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
    std::vector<std::string> reports;
    for (int i = 0; i < 2; ++i) {
        CHECK(onceproof({"run", file, "-j1", "-o", out}).exit_code == 0);
        reports.push_back(content_of(out + "/report.html"));
    }
    unsetenv("SOURCE_DATE_EPOCH");
    CHECK(reports[0] == reports[1]);
    CHECK(reports[0].find("2023-11-14T22:13:20Z") != std::string::npos);
}

TEST_CASE("run: the results do not depend on the number of threads", "[cli]") {
    const TemporaryFolder folder;
    const std::string scenario = "scenarios/crash-anywhere.toml";
    const Finished one = onceproof({"run", scenario, "-j", "1", "-o", folder.path("1")});
    const Finished two = onceproof({"run", scenario, "-j", "2", "-o", folder.path("2")});
    CHECK(one.exit_code == two.exit_code);
    CHECK(tokens_in(content_of(folder.path("1/results.ndjson"))).size() > 4);
    CHECK(
        tokens_in(content_of(folder.path("1/results.ndjson"))) ==
        tokens_in(content_of(folder.path("2/results.ndjson")))
    );
}

TEST_CASE("run: an expected violation that is found exits 0", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, no_guard_is_caught);
    CHECK(onceproof({"run", file, "-o", folder.path("out")}).exit_code == 0);
}

TEST_CASE("run: a violation that is expected to be safe exits 1 and names its token", "[cli]") {
    const TemporaryFolder folder;
    const Finished run = onceproof({"run", two_clicks(folder, ""), "-o", folder.path("out")});
    CHECK(run.exit_code == 1);
    CHECK(run.out.find("replay: onceproof replay op1-") != std::string::npos);
}

TEST_CASE("run: a violation that is expected but not found exits 3", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(
        folder,
        no_guard_is_caught +
            "[[expect]]\nstrategy = \"dedup-table/hardened\"\nverdict = \"violated\"\n"
    );
    CHECK(onceproof({"run", file, "-o", folder.path("out")}).exit_code == 3);
}

TEST_CASE("run: the baseline is caught by random walks too", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, no_guard_is_caught);
    const Finished run = onceproof(
        {"run", file, "-v", "--explore", "random", "--cases", "200", "-o", folder.path("out")}
    );
    CAPTURE(run.out);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("held in 200 random cases") != std::string::npos);
}

TEST_CASE("run: walks by priorities catch it as well, and tell their bound", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, no_guard_is_caught);
    const Finished run = onceproof(
        {"run", file, "-v", "--explore", "pct", "--cases", "200", "-o", folder.path("out")}
    );
    CAPTURE(run.out);
    CHECK(run.exit_code == 0);
    CHECK(
        run.out.find("held in 200 random cases with up to 0 faults; each case finds a bug of depth "
                     "3 that needs no fault with a probability of at least 1 in "
        ) != std::string::npos
    );
}

TEST_CASE("run: a limit that is hit is inconclusive (exit 2) and says which", "[cli]") {
    const TemporaryFolder folder;
    const std::string file =
        two_clicks(folder, no_guard_is_caught + "[explore]\nlimit = { states = 10 }\n");
    const Finished run = onceproof({"run", file, "-o", folder.path("out")});
    CAPTURE(run.out);
    CHECK(run.exit_code == 2);
    CHECK(run.out.find("limit of 10 states") != std::string::npos);
}

TEST_CASE("run: a fault that could strike but never does is inconclusive (exit 2)", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write(
        "idle.toml",
        "onceproof = 1\n[scenario]\nid = \"idle\"\ntitle = \"Idle\"\n"
        "[strategies]\nuse = [\"dedup-table/hardened\"]\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"stall\"\nat = \"gateway.find\"\nfor = \"1s\"\n"
    );
    const Finished run = onceproof({"run", file, "-o", folder.path("out")});
    CAPTURE(run.out);
    CHECK(run.exit_code == 2);
    CHECK(run.out.find("vacuous: stall at gateway.find never struck") != std::string::npos);
}

TEST_CASE("run: a fault at a store that a strategy lacks does not apply to it (exit 0)", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(
        folder, no_guard_is_caught + "[faults]\nbudget = 1\n[[fault]]\nkind = \"redis-failover\"\n"
    );
    const Finished run = onceproof({"run", file, "-o", folder.path("out")});
    CAPTURE(run.out);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("\n two-clicks            ✖E! –\n") != std::string::npos);
}

TEST_CASE("run: a bad token of [[regress]] is told where it stands (exit 65)", "[cli]") {
    const TemporaryFolder folder;
    const std::string file =
        two_clicks(folder, no_guard_is_caught + "[[regress]]\ntoken = \"op1-0\"\n");
    const Finished run = onceproof({"run", file, "-o", folder.path("out")});
    CHECK(run.exit_code == 65);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with(file + ":14:9: error: bad token: "));
}

/// The token of the two clicks that break the baseline.
std::string token_of_two_clicks(const TemporaryFolder& folder) {
    onceproof({"run", two_clicks(folder, no_guard_is_caught), "-o", folder.path("first")});
    return tokens_in(content_of(folder.path("first/results.ndjson"))).at(0);
}

TEST_CASE("run: a recorded failure that still happens fails the run (exit 1)", "[cli]") {
    const TemporaryFolder folder;
    const std::string token = token_of_two_clicks(folder);
    const std::string kept = "[[regress]]\ntoken = \"" + token + "\"\nnote = \"spring\"\n";
    // So few states that the search itself finds nothing.
    const std::string file = two_clicks(folder, kept + "[explore]\nlimit = { states = 1 }\n");
    const Finished run = onceproof({"run", file, "--ascii", "-o", folder.path("out")});
    CAPTURE(run.out);
    CHECK(run.exit_code == 1);
    const std::string head = "X two-clicks / no-guard/baseline: ";
    CHECK(
        run.out.find(head + "recorded failure of single_effect: still fails\n") != std::string::npos
    );
    CHECK(run.out.find("    " + file + ":10: spring\n") != std::string::npos);
    CHECK(run.out.find("replay: onceproof replay " + token + "\n") != std::string::npos);
    CHECK(
        run.out.find("\nregress: 1 recorded failure replayed: 1 still failing\n") !=
        std::string::npos
    );
    CHECK(
        content_of(folder.path("out/results.ndjson")).find("\"replayed\":\"still fails\"") !=
        std::string::npos
    );
}

TEST_CASE("run: a recorded failure that the scenario expects is as expected (exit 0)", "[cli]") {
    const TemporaryFolder folder;
    const std::string kept = "[[regress]]\ntoken = \"" + token_of_two_clicks(folder) + "\"\n";
    const std::string file = two_clicks(folder, no_guard_is_caught + kept);
    const Finished run = onceproof({"run", file, "--ascii", "-o", folder.path("out")});
    CAPTURE(run.out);
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("replayed: 1 still failing, as expected\n") != std::string::npos);
    CHECK(run.out.find("recorded failure of") == std::string::npos);
    const Finished full = onceproof({"run", file, "-v", "--ascii", "-o", folder.path("out")});
    CHECK(full.out.find("single_effect: still fails, as expected\n") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::cli
