#include <cstdlib>
#include <filesystem>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

namespace fs = std::filesystem;

/// A scenario in which redis-key/published breaks, and nothing expects it.
constexpr const char* surprise =
    "onceproof = 1\n[scenario]\nid = \"lost\"\ntitle = \"A reply gets lost\"\n"
    "[workload]\ncallers = 1\n[strategies]\nuse = [\"redis-key/published\"]\n"
    "[faults]\nbudget = 1\n[[fault]]\nkind = \"reply-lost\"\nat = \"call.reply\"\n"
    "[sweep]\n\"workload.timeout\" = [\"5s\", \"6s\"]\n";

/// Environment variables for the programs that a test starts.
class Environment {
public:
    explicit Environment(std::vector<std::pair<std::string, std::string>> values) {
        for (const auto& [name, value] : values) {
            setenv(name.c_str(), value.c_str(), 1);
            names_.push_back(name);
        }
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() {
        for (const std::string& name : names_) {
            unsetenv(name.c_str());
        }
    }

private:
    std::vector<std::string> names_;
};

std::vector<fs::path> failures_in(const std::string& run) {
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(run + "/failures")) {
        folders.push_back(entry.path());
    }
    return folders;
}

TEST_CASE("run: sweep points that fail alike are one failure with a folder", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("lost.toml", surprise);
    const Finished run = onceproof({"run", file, "-o", folder.path("out")});
    CHECK(run.exit_code == 1);
    CHECK(run.out.find("shown at 2 sweep points") != std::string::npos);
    const auto failures = failures_in(folder.path("out"));
    REQUIRE(failures.size() == 1);
    for (const char* name : {"case.json", "trace.json", "explain.txt", "README.md"}) {
        CAPTURE(name);
        CHECK(fs::exists(failures[0] / name));
    }
    // What it needs is in it: the scenario's own file may change or go.
    fs::remove(file);
    const Finished replay = onceproof({"replay", (failures[0] / "case.json").string()});
    CHECK(replay.exit_code == 1);
    CHECK(replay.err.empty());
    CHECK(replay.out.find("\nstill fails  ") != std::string::npos);
    const Finished other = onceproof({"replay", folder.write("x.json", "{}")});
    CHECK(other.exit_code == 65);
    CHECK(is_one_line(other.err));
}

TEST_CASE("replay: both layouts tell the same steps", "[cli]") {
    const std::string token = tokens_in(content_of(suite_run().folder + "/results.ndjson")).at(0);
    const Finished lanes = onceproof({"replay", token, "--layout", "lanes", "--ascii"});
    CHECK(lanes.exit_code == 1);
    CHECK(lanes.out.find("| what changed\n") != std::string::npos);
    CHECK(
        onceproof({"replay", token, "--layout", "gutter"}).out == onceproof({"replay", token}).out
    );
    CHECK(onceproof({"replay", token, "--layout", "tree"}).exit_code == 64);
}

TEST_CASE("run: in GitHub Actions a failure is annotated and the summary written", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("lost.toml", surprise);
    const std::string summary = folder.write("summary.md", "before\n");
    const Environment actions({{"GITHUB_ACTIONS", "true"}, {"GITHUB_STEP_SUMMARY", summary}});
    const Finished run = onceproof({"run", file, "-o", folder.path("out")});
    CHECK(run.out.find("\n::error file=" + file + ",line=1,title=") != std::string::npos);
    CHECK(content_of(summary) == "before\n" + content_of(folder.path("out/summary.md")));
}

TEST_CASE("run: with SOURCE_DATE_EPOCH equal runs give equal files", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("lost.toml", surprise);
    const Environment date({std::pair("SOURCE_DATE_EPOCH", "1700000000")});
    const std::vector<std::string> words{
        "run", file, "-o", folder.path("out"), "--check-determinism", "100%"};
    const std::vector<std::string> names{
        "run.json", "results.ndjson", "junit.xml", "results.sarif", "summary.md"};
    onceproof(words);
    std::vector<std::string> first;
    for (const std::string& name : names) {
        first.push_back(content_of(folder.path("out/" + name)));
    }
    onceproof(words);
    for (std::size_t i = 0; i < names.size(); ++i) {
        CAPTURE(names[i]);
        CHECK(first[i] == content_of(folder.path("out/" + names[i])));
    }
    CHECK(first[0].find("\"started\": \"2023-11-14T22:13:20Z\"") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::cli
