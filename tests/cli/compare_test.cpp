#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// A scenario in which a handler without a guard charges twice if a reply may get lost.
std::string scenario_with(const std::string& faults) {
    return "onceproof = 1\n[scenario]\nid = \"lost\"\ntitle = \"A reply gets lost\"\n"
           "[workload]\ncallers = 1\n[settle]\nretries = []\n[strategies]\nuse = [\"no-guard\"]\n"
           "[guarantees]\ncheck = [\"single_effect\"]\n" +
           faults;
}

constexpr const char* lost_reply =
    "[faults]\nbudget = 1\n[[fault]]\nkind = \"reply-lost\"\nat = \"call.reply\"\n";

struct TwoRuns {
    TemporaryFolder folder;
    std::string base = folder.path("base");
    std::string now = folder.path("now");

    TwoRuns() {
        const std::string file = folder.write("lost.toml", scenario_with(""));
        onceproof({"run", file, "-o", base});
        folder.write("lost.toml", scenario_with(lost_reply));
        onceproof({"run", file, "-o", now});
    }

    void measure(const std::string& run, double p99) {
        folder.write(
            run + "/bench/redis.json",
            "{\"benchmarks\": [{\"name\": \"redis-key\", \"p99_ns\": " + std::to_string(p99) + "}]}"
        );
    }
};

TEST_CASE("compare: a new violation fails, one that is fixed does not", "[cli]") {
    const TwoRuns runs;
    const Finished worse = onceproof({"compare", runs.base, runs.now, "-o", runs.folder.path("c")});
    CHECK(worse.exit_code == 1);
    CHECK(worse.out.starts_with("1 new violation, 0 fixed, 0 still there\n"));
    CHECK(worse.out.find("replay: onceproof replay op1-") != std::string::npos);
    CHECK(worse.out.ends_with(
        "wrote " + runs.folder.path("c/compare.md") + "\nwrote " +
        runs.folder.path("c/report.html") + "\n"
    ));
    const std::string page = content_of(runs.folder.path("c/report.html"));
    CHECK(page.find("id=\"data-compared\">{\"program\":") != std::string::npos);
    CHECK(content_of(runs.folder.path("c/compare.md")).starts_with("## onceproof compare\n"));
    CHECK(onceproof({"compare", runs.base, runs.now, "--fail-on", "regression"}).exit_code == 0);
    const Finished better = onceproof({"compare", runs.now, runs.base});
    CHECK(better.exit_code == 0);
    CHECK(better.out.starts_with("0 new violations, 1 fixed, 0 still there\n"));
}

TEST_CASE("compare: a cost over its threshold exits 5, one that nobody measured 2", "[cli]") {
    TwoRuns runs;
    const auto judged = [&](const std::string& threshold) {
        return onceproof({"compare", runs.base, runs.base, "--threshold", threshold}).exit_code;
    };
    CHECK(judged("p99<=+10%") == 2);
    CHECK(judged("p99<=10") == 64);
    runs.measure("base", 100);
    runs.measure("now", 121);
    CHECK(judged("p99<=+10%") == 0);
    const auto costs = [&](const std::string& threshold) {
        return onceproof({"compare",
                          runs.base,
                          runs.now,
                          "--fail-on",
                          "regression",
                          "--threshold",
                          threshold})
            .exit_code;
    };
    CHECK(costs("p99<=+10%") == 5);
    CHECK(costs("p99<=+25%") == 0);
    runs.folder.write("now/bench/other.json", "{");
    CHECK(costs("p99<=+10%") == 65);
}

TEST_CASE("compare: a folder that is no run's is told in one line", "[cli]") {
    const TemporaryFolder folder;
    const Finished none = onceproof({"compare", folder.path("a"), folder.path("b")});
    CHECK(none.exit_code == 74);
    CHECK(is_one_line(none.err));
    CHECK(onceproof({"compare", folder.path("a")}).exit_code == 64);
}

}  // namespace
}  // namespace onceproof::cli
