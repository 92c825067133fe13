#include "tests/bench/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

// `onceproof bench --compare`, from outside.
namespace onceproof::bench {
namespace {

TEST_CASE("onceproof bench: a program is compared only with another program", "[bench]") {
    const testing::TemporaryFolder folder;
    const Ended text = run_program({"bench", "--compare", folder.write("figures.json", "{}")});
    CHECK(text.status == 65);
    CHECK(text.errors.find("is no program") != std::string::npos);
}

TEST_CASE("onceproof bench: two runs of a comparison are shown and not judged", "[bench]") {
    const Ended ended = run_program(
        {"bench",
         "--compare",
         ONCEPROOF_PROGRAM,
         "--repeat",
         "1",
         "--smoke",
         "--no-fsync",
         "--database",
         "postgresql",
         "--strategy",
         "dedup-table/hardened"}
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 2);
    CHECK(
        ended.output.find("  dedup-table/hardened/postgresql/repeats:50/threads:2: not judged: "
                          "fewer than 5 repetitions\n") != std::string::npos
    );
    CHECK(ended.files_left == std::vector<std::string>{});
    CHECK(ended.processes_left == 0);
}

}  // namespace
}  // namespace onceproof::bench
