#include <algorithm>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

TEST_CASE("filter: run, validate and list take the cells that it selects", "[cli]") {
    const TemporaryFolder folder;
    const std::string filter = "scenario:lost-reply & strategy:dedup-table & !strategy:*/hardened";
    const Finished run = onceproof({"run", "-f", filter, "-o", folder.path("out")});
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 0);
    const std::string results = content_of(folder.path("out/results.ndjson"));
    CHECK(std::ranges::count(results, '\n') == 2);
    CHECK(results.find("\"strategy\":\"dedup-table/published\"") != std::string::npos);
    const Finished validate = onceproof({"validate", "-f", filter});
    CHECK(validate.out.ends_with("\n2 cells\n"));
    const Finished list = onceproof({"list", "scenarios", "-f", filter});
    CHECK(list.out.starts_with("lost-reply\n    "));
    CHECK(std::ranges::count(list.out, '\n') == 2);
}

TEST_CASE("filter: one that selects nothing exits 4 with a hint", "[cli]") {
    const TemporaryFolder folder;
    for (const char* command : {"run", "validate"}) {
        const Finished finished = onceproof({command, "-f", "strategy:dedup-tabel"});
        CHECK(finished.exit_code == 4);
        CHECK(finished.out.empty());
        CHECK(
            finished.err ==
            "onceproof: the filter selects nothing: unknown strategy \"dedup-tabel\"; did you mean "
            "\"dedup-table\"?\n"
        );
    }
}

TEST_CASE("filter: what is no filter exits 64 and is marked", "[cli]") {
    const Finished run = onceproof({"run", "-f", "tag:ci & (tag:lease"});
    CHECK(run.exit_code == 64);
    CHECK(
        run.err ==
        "onceproof: bad filter, column 20: \")\" is missing here\n"
        "    tag:ci & (tag:lease\n"
        "                       ^\n"
    );
}

TEST_CASE("filter: what validate prints of a selection validates again", "[cli]") {
    const TemporaryFolder folder;
    const Finished once = onceproof(
        {"validate", "-f", "scenario:never-swept & strategy:dedup-table/hardened", "--print"}
    );
    CHECK(once.exit_code == 0);
    const std::string file = folder.write("printed.toml", once.out);
    CHECK(onceproof({"validate", file}).out.ends_with("\n1 cells\n"));
}

}  // namespace
}  // namespace onceproof::cli
