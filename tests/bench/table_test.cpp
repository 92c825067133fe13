#include "bench/table.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

Outcome example() {
    Outcome outcome;
    outcome.facts = {
        .postgres_version = "15.1",
        .fsync = "on",
        .synchronous_commit = "on",
        .redis_version = "7.0.1",
        .append_only = "append-only file"};
    Row raw{.subject = "raw-insert", .threads = 4, .raw = true, .requests = 100};
    raw.per_second = 12345.4;
    raw.p50_ns = 250'000;
    raw.p99_ns = 12'000'000;
    raw.round_trips = 1;
    raw.of_raw_insert = 1;
    Row guarded = raw;
    guarded.subject = "dedup-table/hardened";
    guarded.per_second = 999;
    guarded.of_raw_insert = 0.0809;
    guarded.round_trips = 4.25;
    Row broken{.subject = "no-guard/baseline", .stream = Stream::duplicate, .threads = 16};
    broken.problem = "broke single_effect: 2 keys with more than one effect";
    broken.broke = true;
    outcome.rows = {raw, guarded, broken};
    return outcome;
}

std::string table_lines(const Outcome& outcome) {
    const std::string text = bench::table(outcome, {.width = 100, .ascii = true, .colour = false});
    return text.substr(0, text.find("\n\n") + 1);
}

TEST_CASE("bench table: one line per run, in groups of as many threads", "[bench]") {
    CHECK(
        table_lines(example()) ==
        "                         calls       requests/s  of raw-insert    p50 ms    p99 ms  round "
        "trips\n"
        "4 threads\n"
        "  raw-insert             first           12,345          100 %     0.250    12.000        "
        "    1\n"
        "  dedup-table/hardened   first              999            8 %     0.250    12.000        "
        " 4.25\n"
        "16 threads\n"
        "                         duplicate  broke single_effect: 2 keys with more than one "
        "effect\n"
    );
}

TEST_CASE("bench table: the heading says whether commits are durable", "[bench]") {
    Options options;
    options.parameters = parameters(false);
    Outcome outcome = example();
    const reports::TextStyle style{.width = 300, .ascii = true, .colour = false};
    CHECK(heading(outcome, options, 2, style).find("commits are durable") != std::string::npos);
    outcome.facts.fsync = "off";
    CHECK(heading(outcome, options, 2, style).find("commits are NOT durable") != std::string::npos);
}

TEST_CASE("bench table: a raw insert that changed its rate puts the shares in doubt", "[bench]") {
    const auto [share, doubted] = GENERATE(Catch::Generators::table<double, bool>(
        {{0.5, true}, {0.81, false}, {1.2, false}, {3.0, true}}
    ));
    CAPTURE(share);
    Outcome outcome = example();
    Row again = outcome.rows[0];
    again.subject = "raw-insert again";
    again.of_raw_insert = share;
    outcome.rows.push_back(again);
    const std::string text = bench::table(outcome, {.width = 100, .ascii = true, .colour = false});
    CHECK((text.find("NOT STEADY at 4 thread(s): ") != std::string::npos) == doubted);
}

TEST_CASE("bench table: no line is wider than 100 columns", "[bench]") {
    const Outcome outcome = example();
    const reports::TextStyle style{.width = 300, .ascii = true, .colour = false};
    const std::string text = heading(outcome, {}, 64, style) + table(outcome, style);
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = text.find('\n', start);
        CHECK(end - start <= 100);
        start = end + 1;
    }
}

}  // namespace
}  // namespace onceproof::bench
