#include <cstdlib>
#include <filesystem>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

namespace fs = std::filesystem;

/// What two clicks and a crash do to three strategies; `more` stands behind it.
std::string two_clicks(const TemporaryFolder& folder, const std::string& more) {
    return folder.write(
        "clicks.toml",
        "onceproof = 1\n[scenario]\nid = \"clicks\"\ntitle = \"Two clicks\"\n"
        "[workload]\ncallers = 2\n[settle]\nretries = []\n[strategies]\n"
        "use = [\"no-guard\", \"dedup-table/hardened\", \"table-lock/published\"]\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"crash-after\"\nat = \"any\"\n" +
            more
    );
}

std::string shard_name(int index) {
    std::string name = std::to_string(index);
    name.insert(name.begin(), 's');
    return name;
}

/// The example as shards, each in a folder of its own.
class Shards {
public:
    Shards(std::vector<std::string> words, int count) : words_(std::move(words)), count_(count) {
        setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
        file_ = two_clicks(folder_, "");
        for (int index = 1; index <= count; ++index) {
            CHECK(run(index, shard_name(index)).exit_code < 2);
        }
    }
    Shards(const Shards&) = delete;
    Shards& operator=(const Shards&) = delete;
    ~Shards() { unsetenv("SOURCE_DATE_EPOCH"); }

    Finished run(int index, const std::string& out) {
        return start({"--shard", std::to_string(index) + "/" + std::to_string(count_)}, out);
    }

    /// All of the plan in one process.
    Finished whole() {
        std::erase_if(words_, [](const std::string& word) { return word.starts_with("--divide"); });
        return start({}, "whole");
    }

    Finished merge(const std::vector<std::string>& shards, const std::vector<std::string>& more) {
        std::vector<std::string> words{"merge", "-o", path("merged")};
        for (const std::string& shard : shards) {
            words.push_back(path(shard));
        }
        words.insert(words.end(), more.begin(), more.end());
        return onceproof(words);
    }

    Finished merge_all() {
        std::vector<std::string> all;
        for (int index = count_; index >= 1; --index) {
            all.push_back(shard_name(index));
        }
        return merge(all, {});
    }

    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

private:
    Finished start(std::vector<std::string> more, const std::string& out) {
        std::vector<std::string> words{
            "run", file_, "-o", path(out), "--check-determinism", "0%", "-j1"};
        words.insert(words.end(), words_.begin(), words_.end());
        words.insert(words.end(), more.begin(), more.end());
        return onceproof(words);
    }

    TemporaryFolder folder_;
    std::vector<std::string> words_;
    std::string file_;
    int count_;
};

void check_same_failures(const Shards& shards) {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(shards.path("whole/failures"))) {
        if (!entry.is_regular_file()) continue;
        ++files;
        const fs::path name = entry.path().lexically_relative(shards.path("whole"));
        CAPTURE(name);
        CHECK(content_of(entry.path()) == content_of(shards.path("merged") + "/" + name.string()));
    }
    CHECK(files >= 4);
}

void check_same(const std::vector<std::string>& words, int count) {
    CAPTURE(count);
    Shards shards(words, count);
    const Finished whole = shards.whole();
    const Finished merged = shards.merge_all();
    CAPTURE(merged.out, merged.err);
    CHECK(merged.exit_code == whole.exit_code);
    for (const char* file : {"/results.ndjson", "/counterexamples.ndjson", "/summary.md"}) {
        CHECK(content_of(shards.path("merged") + file) == content_of(shards.path("whole") + file));
    }
    check_same_failures(shards);
    CHECK(tokens_in(content_of(shards.path("merged/results.ndjson"))).size() > 1);
    CHECK(merged.out.find(whole.out.substr(whole.out.find('\n'), 200)) != std::string::npos);
}

TEST_CASE("merge: shards come to the results of one process", "[cli]") {
    check_same({"--divide=strategy:no-guard"}, 2);
    check_same({"--explore=random", "--cases=40"}, 2);
}

TEST_CASE("merge: a missing, doubled or foreign shard is refused with its name", "[cli]") {
    Shards shards({}, 3);
    const Finished hole = shards.merge({"s1", "s3"}, {});
    CHECK(hole.exit_code == 65);
    CHECK(hole.err.find("shard 2/3 is missing (") != std::string::npos);
    CHECK(hole.err.find("--partial merges what is there") != std::string::npos);
    CHECK(content_of(shards.path("merged/run.json")).empty());
    shards.run(2, "again");
    const Finished doubled = shards.merge({"s1", "s2", "again", "s3"}, {"--partial"});
    CHECK(doubled.exit_code == 65);
    CHECK(doubled.err.find("shard 2/3 (" + shards.path("again")) != std::string::npos);
    CHECK(doubled.err.find(" is doubled: " + shards.path("s2")) != std::string::npos);
    two_clicks(shards.folder(), "[[fault]]\nkind = \"reply-lost\"\nat = \"call.reply\"\n");
    shards.run(2, "s2");
    const Finished foreign = shards.merge({"s1", "s2", "s3"}, {});
    CHECK(foreign.exit_code == 65);
    CHECK(foreign.err.find("shard 2/3 (" + shards.path("s2") + ") is foreign: its plan is ") == 11);
    CHECK(shards.merge({"s1", "none"}, {}).exit_code == 74);
}

TEST_CASE("merge: what is merged in part says so, and is no success", "[cli]") {
    Shards shards({"--explore=random", "--cases=40"}, 2);
    const Finished partial = shards.merge({"s2"}, {"--partial"});
    CAPTURE(partial.out, partial.err);
    CHECK(partial.exit_code > 0);
    CHECK(partial.exit_code < 64);
    CHECK(partial.out.find(" PARTIAL: ") != std::string::npos);
    for (const char* file : {"merged/summary.md", "merged/report.html"}) {
        CHECK(content_of(shards.path(file)).find("PARTIAL: shard 1/2 is") != std::string::npos);
    }
    CHECK(content_of(shards.path("merged/run.json")).find("\"missing\": [") != std::string::npos);
    const Finished into = onceproof({"merge", shards.path("s2"), "-o", shards.path("s2")});
    CHECK(into.exit_code == 64);
}

TEST_CASE("shard: a shard without cells exits 0, one that is none 64", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, "");
    int empty = 0;
    for (const char* shard : {"1/9", "2/9", "3/9", "4/9"}) {
        const Finished run = onceproof({"run", file, "--shard", shard, "-o", folder.path("out")});
        const bool none = content_of(folder.path("out/results.ndjson")).empty();
        empty += none ? 1 : 0;
        CHECK((!none || run.exit_code == 0));
        CHECK(run.out.find(std::string("  shard ") + shard) != std::string::npos);
    }
    CHECK(empty >= 1);
    const Finished wrong = onceproof({"run", file, "--shard", "9/4", "-o", folder.path("out")});
    CHECK(wrong.exit_code == 64);
    CHECK(is_one_line(wrong.err));
    CHECK(onceproof({"run", file, "--divide", "scenario:*"}).exit_code == 64);
    CHECK(
        onceproof({"run", file, "--shard", "1/2", "--divide", "(", "-o", folder.path("out")})
            .exit_code == 64
    );
}

TEST_CASE("shard: auto tells what it found, and leaves Bazel's sign", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = two_clicks(folder, "");
    const std::string sign = folder.path("sign");
    setenv("TEST_SHARD_INDEX", "1", 1);
    setenv("TEST_TOTAL_SHARDS", "2", 1);
    setenv("TEST_SHARD_STATUS_FILE", sign.c_str(), 1);
    const Finished run = onceproof({"run", file, "--shard", "auto", "-o", folder.path("out")});
    unsetenv("TEST_SHARD_INDEX");
    unsetenv("TEST_TOTAL_SHARDS");
    unsetenv("TEST_SHARD_STATUS_FILE");
    CHECK(
        run.err.find("detected Bazel: TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=2 (from 0) -> shard 2/2"
        ) != std::string::npos
    );
    CHECK(std::ifstream(sign).good());
}

}  // namespace
}  // namespace onceproof::cli
