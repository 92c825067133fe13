#include "bench/table.hpp"

#include "bench/columns.hpp"
#include "bench/subject.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

const reports::TextStyle plain{.width = 100, .ascii = true, .colour = false};

Outcome example() {
    Outcome outcome;
    outcome.facts = {
        {.title = "PostgreSQL",
         .version = "15.1",
         .settings = {{"fsync", "on"}},
         .promise = commit_promise(true)}};
    outcome.storage = "a disk";
    outcome.planned = outcome.measured = 3;
    outcome.limits = {
        {.ours = "raw-insert",
         .program = "pgbench",
         .clients = 16,
         .ours_per_second = 990,
         .program_per_second = 1000,
         .ratio = 0.99}};
    Row raw{.subject = "raw-insert", .threads = 4, .raw = true, .requests = 100};
    raw.per_second = 12345.4;
    raw.p50_ns = 250'000;
    raw.p90_ns = 1'000'000;
    raw.p99_ns = 12'000'000;
    raw.p999_ns = 13'500'000;
    raw.round_trips = 1;
    raw.of_raw_insert = 1;
    Row guarded = raw;
    guarded.subject = "dedup-table/hardened";
    guarded.load = {.repeats = 50};
    guarded.put_off = 0.015;
    guarded.per_second = 999;
    guarded.of_raw_insert = 0.0809;
    guarded.round_trips = 4.25;
    guarded.cpu_seconds = 0.1234;
    guarded.bytes_per_key = 1234;
    Row offered = guarded;
    offered.load.rate = 5000;
    offered.of_raw_insert = 0;
    offered.above_capacity = true;
    Row broken{.subject = "no-guard/baseline", .load = {.repeats = 50}, .threads = 16};
    broken.problem = "broke single_effect: 2 keys with more than one effect";
    broken.broke = true;
    Row left_out{.subject = "outbox/hardened", .database = Database::mariadb, .threads = 16};
    left_out.not_measured = "no UPDATE ... RETURNING";
    outcome.rows = {raw, guarded, offered, broken, left_out};
    return outcome;
}

std::string table_of(const Outcome& outcome) {
    return table(outcome, {}, 2, plain);
}

TEST_CASE("bench table: one line per run, in groups of database and threads", "[bench]") {
    const std::string text = table_of(example());
    const std::size_t start = text.find("PostgreSQL, 4 threads");
    REQUIRE(start != std::string::npos);
    CHECK(
        text.substr(start, text.find("\n\n", start) + 1 - start) ==
        "PostgreSQL, 4 threads\n"
        "  raw-insert\n"
        "    0 %               12,345   100 %     0.25     1.00    12.00    13.50            1"
        "      -      -\n"
        "  dedup-table/hardened\n"
        "    50 %                 999     8 %     0.25     1.00    12.00    13.50   1.5   4.25"
        "  0.123  1,234\n"
        "    50 % 5000/s          999          offered    above capacity            1.5   4.25"
        "  0.123  1,234\n"
        "PostgreSQL, 16 threads\n"
        "  no-guard/baseline\n"
        "    50 %          broke single_effect: 2 keys with more than one effect\n"
        "MariaDB, 16 threads\n"
        "  outbox/hardened\n"
        "    0 %           not measured: no UPDATE ... RETURNING\n"
    );
}

TEST_CASE("bench table: servers, durability, storage and limits stand above it", "[bench]") {
    const std::string text = table_of(example());
    CHECK(
        text.find("PostgreSQL 15.1 (fsync on: commits are durable); data of our own servers on "
                  "a disk; 2 cores") == 0
    );
    CHECK(
        text.find("16 clients: raw-insert 990/s, pgbench 1,000/s, ratio 0.99\n") !=
        std::string::npos
    );
}

TEST_CASE("bench table: a raw insert that changed its rate puts the shares in doubt", "[bench]") {
    const auto [share, doubted] = GENERATE(Catch::Generators::table<double, bool>(
        {{0.5, true}, {0.81, false}, {1.2, false}, {3.0, true}}
    ));
    CAPTURE(share);
    Outcome outcome = example();
    Row again = outcome.rows[0];
    again.subject = raw_insert_again_name;
    again.of_raw_insert = share;
    outcome.rows.push_back(again);
    const std::string text = table_of(outcome);
    CHECK((text.find("NOT STEADY at PostgreSQL, 4 threads: ") != std::string::npos) == doubted);
}

TEST_CASE("bench table: no line is wider than 100 columns", "[bench]") {
    const std::string text = table(example(), {}, 64, {.width = 300, .ascii = true});
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = text.find('\n', start);
        CHECK(end - start <= 100);
        start = end + 1;
    }
}

TEST_CASE("bench table: every column says what it means", "[bench]") {
    std::string all;
    for (const std::string& note : notes(example())) {
        all += note;
    }
    for (const Column& column : columns()) {
        CAPTURE(column.title);
        CHECK(all.find(std::string(column.title) + ": ") != std::string::npos);
    }
}

TEST_CASE("bench table: an offered rate is explained where there is one", "[bench]") {
    Outcome outcome = example();
    CHECK(table_of(outcome).find("from the moment a request was due") != std::string::npos);
    outcome.rows.resize(2);
    CHECK(table_of(outcome).find("from the moment a request was due") == std::string::npos);
}

}  // namespace
}  // namespace onceproof::bench
