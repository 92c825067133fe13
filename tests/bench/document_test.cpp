#include "bench/table.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

Outcome example() {
    Outcome outcome;
    outcome.planned = outcome.measured = 1;
    outcome.limits = {{.ours = "raw-insert", .program = "pgbench", .clients = 1, .ratio = 0.95}};
    Row row{.subject = "table-lock/published", .threads = 16, .requests = 10};
    row.per_second = 1500;
    row.p50_ns = row.p90_ns = row.p99_ns = row.p999_ns = 2'000'000;
    row.round_trips = 9;
    Row broken{.subject = "no-guard/baseline", .load = {.repeats = 50}, .threads = 16};
    broken.problem = "broke single_effect: 2 keys with more than one effect";
    outcome.rows = {row, broken};
    return outcome;
}

TEST_CASE("costs document: the command stands above the figures", "[bench]") {
    const std::string text = document(example(), {}, 2, "onceproof bench --full");
    CHECK(text.find("# Costs\n\nMade by `onceproof bench --full`.\n") != std::string::npos);
    CHECK(text.find("2 cores, shared by servers and callers") != std::string::npos);
}

TEST_CASE("costs document: each run is a line of its group's table", "[bench]") {
    const std::string text = document(example(), {}, 2, "onceproof bench");
    CHECK(
        text.find("## PostgreSQL, 16 threads\n\n"
                  "| strategy | load | requests/s | of raw | p50 ms | p90 | p99 | p99.9 | busy | "
                  "trips | cpu s | bytes |\n") != std::string::npos
    );
    CHECK(
        text.find("| table-lock/published | 0 % | 1,500 |  | 2.00 | 2.00 | 2.00 | 2.00 |  | 9 | - "
                  "| - |\n") != std::string::npos
    );
    CHECK(
        text.find("| no-guard/baseline | 50 % | broke single\\_effect: 2 keys with more than one "
                  "effect | | | | | | | | | |\n") != std::string::npos
    );
    CHECK(text.find("| raw-insert | 1 | 0 | pgbench | 0 | 0.95 |\n") != std::string::npos);
}

TEST_CASE("costs document: what was cut short says so", "[bench]") {
    Outcome outcome = example();
    CHECK(document(outcome, {}, 2, "x").find("NOT COMPLETE") == std::string::npos);
    outcome.planned = 7;
    CHECK(
        document(outcome, {}, 2, "x").find("NOT COMPLETE: 1 of 7 runs were measured.\n") !=
        std::string::npos
    );
}

}  // namespace
}  // namespace onceproof::bench
