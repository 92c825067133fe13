#include <cstdlib>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// Runs the suite as so many shards, merges them, and compares with the run of one process.
void check_suite(int count, const std::vector<std::string>& more) {
    const TemporaryFolder folder;
    std::vector<std::string> merge{"merge", "-o", folder.path("merged")};
    for (int index = 1; index <= count; ++index) {
        const std::string out = folder.path(std::to_string(index));
        std::vector<std::string> words{
            "run",
            "-o",
            out,
            "--check-determinism=0%",
            "--shard=" + std::to_string(index) + "/" + std::to_string(count)};
        words.insert(words.end(), more.begin(), more.end());
        onceproof(words);
        merge.push_back(out);
    }
    const Finished merged = onceproof(merge);
    CAPTURE(count, merged.err);
    CHECK(merged.exit_code == 0);
    const std::string results = content_of(folder.path("merged/results.ndjson"));
    const std::string whole = content_of(suite_run().folder + "/results.ndjson");
    CHECK(std::count(whole.begin(), whole.end(), '\n') > 500);
    CHECK((results == whole));
    CHECK(
        (content_of(folder.path("merged/counterexamples.ndjson")) ==
         content_of(suite_run().folder + "/counterexamples.ndjson"))
    );
}

TEST_CASE("merge: the suite in shards is the suite in one process, byte for byte", "[cli]") {
    setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
    for (const int count : {1, 2, 7, 16}) {
        check_suite(count, {});
    }
    check_suite(3, {"--divide=scenario:*"});
    unsetenv("SOURCE_DATE_EPOCH");
}

}  // namespace
}  // namespace onceproof::cli
