#include <filesystem>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

TEST_CASE(
    "report: docs/verdicts.md is what a run of the suite gives today "
    "(onceproof run && onceproof report -o docs)",
    "[cli]"
) {
    const TemporaryFolder folder;
    const Finished report = onceproof({"report", suite_run().folder, "-o", folder.path("docs")});
    CHECK(report.exit_code == 0);
    CHECK(report.err.empty());
    CHECK(report.out.starts_with(
        "wrote " + folder.path("docs/verdicts.md") + "\nwrote " + folder.path("docs/report.html") +
        "\n"
    ));
    CHECK(
        content_of(folder.path("docs/report.html")) ==
        content_of(suite_run().folder + "/report.html")
    );
    const std::string fresh = content_of(folder.path("docs/verdicts.md"));
    CHECK(fresh.size() > 1000);
    CHECK(fresh.find("Made by `onceproof run`, then ") != std::string::npos);
    CHECK(content_of("docs/verdicts.md") == fresh);
}

TEST_CASE(
    "report: docs/choosing.md is what the suite and docs/costs.md give today "
    "(onceproof run && onceproof report -o docs --costs docs/costs.md)",
    "[cli]"
) {
    const TemporaryFolder folder;
    const Finished report = onceproof(
        {"report", suite_run().folder, "-o", folder.path("docs"), "--costs", "docs/costs.md"}
    );
    CHECK(report.exit_code == 0);
    CHECK(content_of("docs/choosing.md") == content_of(folder.path("docs/choosing.md")));
    const Finished no_file =
        onceproof({"report", suite_run().folder, "-o", folder.path("docs"), "--costs", "none"});
    CHECK(no_file.exit_code == 74);
    const Finished no_costs =
        onceproof({"report", suite_run().folder, "-o", folder.path("docs"), "--costs", "README.md"}
        );
    CHECK(no_costs.exit_code == 65);
    CHECK(no_costs.err == "onceproof: README.md: not a costs.md of `bench -o`\n");
}

TEST_CASE("report: it names the flags of the run that count, and no others", "[cli]") {
    const TemporaryFolder folder;
    onceproof(
        {"run",
         "scenarios/lost-reply.toml",
         "-f",
         "tag:ci & strategy:no-guard",
         "-j1",
         "--color=never",
         "--out",
         folder.path("out")}
    );
    onceproof({"report", folder.path("out"), "-o", folder.path("docs")});
    CHECK(
        content_of(folder.path("docs/verdicts.md"))
            .find("Made by `onceproof run scenarios/lost-reply.toml -f 'tag:ci & "
                  "strategy:no-guard'`, then") != std::string::npos
    );
}

TEST_CASE("report: several runs make one report, unless they have a cell in common", "[cli]") {
    const TemporaryFolder folder;
    const std::string a = folder.path("a");
    const std::string b = folder.path("b");
    onceproof({"run", "scenarios/lost-reply.toml", "-f", "strategy:no-guard", "-o", a});
    onceproof({"run", "scenarios/crash-anywhere.toml", "-f", "strategy:no-guard", "-o", b});
    const Finished joined = onceproof({"report", a, b, "-o", folder.path("docs")});
    CHECK(joined.exit_code == 0);
    const std::string text = content_of(folder.path("docs/verdicts.md"));
    CHECK(
        text.find("Made by `onceproof run scenarios/lost-reply.toml -f strategy:no-guard`, "
                  "`onceproof run scenarios/crash-anywhere.toml -f strategy:no-guard`, then "
        ) != std::string::npos
    );
    CHECK(text.find("2 scenarios against 1 strategy form") != std::string::npos);
    const Finished twice = onceproof({"report", a, b, a, "-o", folder.path("docs")});
    CHECK(twice.exit_code == 65);
    CHECK(twice.err.find("lost-reply / no-guard/baseline is in ") != std::string::npos);
    CHECK(twice.err.find("`onceproof compare` sets two runs") != std::string::npos);
}

TEST_CASE("report: a claim's answer and a residual window come from the verdicts", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write(
        "claimed.toml",
        "onceproof = 1\n"
        "[scenario]\nid = \"claimed\"\ntitle = \"A crash\"\n"
        "claim = \"a unique row is enough\"\nclaim_number = 1\n"
        "claim_about = [\"dedup-table\"]\nclaim_guarantees = [\"single_effect\"]\n"
        "[workload]\ncallers = 1\n"
        "[strategies]\nuse = [\"dedup-table/hardened\"]\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"crash-after\"\n"
        "[sweep]\n\"workload.effect\" = [\"external\", \"in-transaction\"]\n"
        "[guarantees]\ncheck = [\"single_effect\"]\n"
        "[[expect]]\nwhere = { \"workload.effect\" = [\"external\"] }\n"
        "verdict = \"violated\"\nwindow = \"Z1\"\n"
    );
    const Finished run = onceproof({"run", file, "-v", "-o", folder.path("out")});
    CHECK(run.exit_code == 0);
    CHECK(run.out.find("    window Z1: an outside effect") != std::string::npos);
    CHECK(onceproof({"report", folder.path("out"), "-o", folder.path("docs")}).exit_code == 0);
    const std::string text = content_of(folder.path("docs/verdicts.md"));
    CHECK(
        text.find("### 1. a unique row is enough\n\n- A crash (`claimed`): holds only if `effect` "
                  "is `in-transaction` (proved with up to 1 fault, ") != std::string::npos
    );
    CHECK(text.find("**Residual windows**:\n\n- Z1: an outside effect") != std::string::npos);
}

TEST_CASE("report: figures of a benchmark get into the page, another file is refused", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write(
        "bench.json",
        R"({"context": {}, "benchmarks": [{"name": "no-guard/repeats:0", "p99_ns": 1.0e6}]})"
    );
    const std::vector<std::string> words{"report", suite_run().folder, "-o", folder.path("docs")};
    auto with = [&](const std::string& bench) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--bench", bench});
        return onceproof(all);
    };
    CHECK(with(file).exit_code == 0);
    CHECK(
        content_of(folder.path("docs/report.html")).find(R"("name":"no-guard/repeats:0")") !=
        std::string::npos
    );
    const Finished missing = with(folder.path("none.json"));
    CHECK(missing.exit_code == 74);
    CHECK(is_one_line(missing.err));
    const Finished other = with(folder.write("other.json", "{}"));
    CHECK(other.exit_code == 65);
    CHECK(is_one_line(other.err));
}

TEST_CASE("report: the files of a run come from its folder alone", "[cli]") {
    const TemporaryFolder folder;
    const std::string run = suite_run().folder;
    REQUIRE(onceproof({"report", run, "-o", folder.path("a")}).exit_code == 0);
    for (const char* file : {"junit.xml", "results.sarif", "summary.md"}) {
        CAPTURE(file);
        CHECK(content_of(folder.path("a/") + file) == content_of(run + "/" + file));
    }
    CHECK(content_of(folder.path("a/results.json")).starts_with("{\n  \"run\": {"));
    CHECK(content_of(folder.path("a/results.csv")).starts_with("scenario,strategy,"));
    REQUIRE(onceproof({"report", run, "-o", folder.path("b")}).exit_code == 0);
    for (const char* file : {"verdicts.md", "results.json", "results.csv", "results.sarif"}) {
        CAPTURE(file);
        CHECK(content_of(folder.path("a/") + file) == content_of(folder.path("b/") + file));
    }
}

TEST_CASE("report: a later version's run is refused, a cut one shown with what is lost", "[cli]") {
    const TemporaryFolder folder;
    std::string manifest = content_of(suite_run().folder + "/run.json");
    const std::string results = content_of(suite_run().folder + "/results.ndjson");
    folder.write("cut/run.json", manifest);
    folder.write("cut/results.ndjson", results.substr(0, results.size() / 2));
    const Finished cut = onceproof({"report", folder.path("cut"), "-o", folder.path("docs")});
    CHECK(cut.exit_code == 0);
    CHECK(is_one_line(cut.err));
    CHECK(cut.err.find("cannot be read: results.ndjson, line ") != std::string::npos);
    CHECK(content_of(folder.path("docs/summary.md")).find("### Not complete") != std::string::npos);
    manifest.replace(manifest.find("\"version\": 1"), 12, "\"version\": 7");
    folder.write("later/run.json", manifest);
    folder.write("later/results.ndjson", results);
    const Finished later = onceproof({"report", folder.path("later"), "-o", folder.path("none")});
    CHECK(later.exit_code == 65);
    CHECK(is_one_line(later.err));
    CHECK(later.err.find("version 7") != std::string::npos);
    CHECK(later.err.find("or a newer one") != std::string::npos);
}

TEST_CASE("report: no run, or a folder of something else, is told in one line", "[cli]") {
    const TemporaryFolder folder;
    const Finished none = onceproof({"report", folder.path("none"), "-o", folder.path("docs")});
    CHECK(none.exit_code == 74);
    CHECK(is_one_line(none.err));
    folder.write("other/run.json", "{}");
    folder.write("other/results.ndjson", "");
    const Finished other = onceproof({"report", folder.path("other"), "-o", folder.path("docs")});
    CHECK(other.exit_code == 65);
    CHECK(is_one_line(other.err));
    CHECK_FALSE(std::filesystem::exists(folder.path("docs/verdicts.md")));
    CHECK(onceproof({"report"}).exit_code == 64);
}

}  // namespace
}  // namespace onceproof::cli
