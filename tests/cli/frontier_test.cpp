#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

const std::string scenario = "scenarios/charge-outlives-claim.toml";
const std::string ttl = "strategy.redis-key/published.ttl=1m..10m:1s";

TEST_CASE("frontier: prints the border, and what the answer is worth", "[cli]") {
    const Finished border = onceproof(
        {"frontier",
         scenario,
         "--strategy",
         "redis-key/published",
         "--guarantee",
         "single_effect",
         "--param",
         ttl}
    );
    CAPTURE(border.out, border.err);
    CHECK(border.exit_code == 0);
    CHECK(border.err.empty());
    CHECK(
        border.out.find("charge-outlives-claim / redis-key/published  workload.effect = external\n"
                        "  single_effect: safe while strategy.redis-key/published.ttl > 6m "
                        "(6m violated, 361s safe)\n") == 0
    );
    CHECK(
        border.out.find("safe: proved, every state with up to 1 fault; searched at ") !=
        std::string::npos
    );
}

TEST_CASE("frontier: its file is what `report --frontier` draws", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.path("border.json");
    const Finished border = onceproof(
        {"frontier",
         scenario,
         "--strategy",
         "redis-key/published",
         "--guarantee",
         "single_effect",
         "--param",
         ttl,
         "--json",
         file}
    );
    CAPTURE(border.err);
    CHECK(border.exit_code == 0);
    const std::string json = content_of(file);
    CHECK(json.find(R"("first": 0,
                  "last": 300,
                  "from": "1m",
                  "to": "6m")") != std::string::npos);
    onceproof({"run", "scenarios/lost-reply.toml", "-o", folder.path("run")});
    const Finished report =
        onceproof({"report", folder.path("run"), "-o", folder.path("out"), "--frontier", file});
    CHECK(report.exit_code == 0);
    CHECK(content_of(folder.path("out/report.html")).find(R"("to":"6m")") != std::string::npos);
    const std::string other = folder.write("other.json", "{}");
    const Finished refused =
        onceproof({"report", folder.path("run"), "-o", folder.path("out"), "--frontier", other});
    CHECK(refused.exit_code == 65);
    CHECK(refused.err.find("not a file of `onceproof frontier --json`") != std::string::npos);
    CHECK(
        onceproof({"report", folder.path("run"), "-o", folder.path("out"), "--frontier", "none"})
            .exit_code == 74
    );
}

TEST_CASE("frontier: the answer does not depend on the number of threads", "[cli]") {
    const auto with_jobs = [](const char* jobs) {
        return onceproof({"frontier", "--param", ttl, scenario, "-j", jobs}).out;
    };
    CHECK(with_jobs("1") == with_jobs("2"));
}

TEST_CASE("frontier: what it cannot do is told with the exit code for it", "[cli]") {
    const auto run = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"frontier", scenario});
        return onceproof(words);
    };
    CHECK(run({}).exit_code == 64);
    CHECK(run({"--param", "x"}).exit_code == 64);
    CHECK(run({"--param", ttl, "--strategy", "redis-kye/published"}).exit_code == 64);
    CHECK(run({"--param", ttl, "--guarantee", "no_stuck_key"}).exit_code == 64);
    CHECK(
        run({"--param", ttl, "--param", "workload.callers=1..2", "--param", "a=1..2"}).exit_code ==
        64
    );
    const Finished unknown = run({"--param", "strategy.redis-key.tll=1s..2s"});
    CHECK(unknown.exit_code == 65);
    CHECK(unknown.out.empty());
    CHECK(unknown.err.find("did you mean \"ttl\"") != std::string::npos);
    CHECK(onceproof({"frontier", "none.toml", "--param", ttl}).exit_code == 74);
}

}  // namespace
}  // namespace onceproof::cli
