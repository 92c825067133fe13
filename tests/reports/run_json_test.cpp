#include "reports/run_json.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

std::string lines_of(const RunRecord& record) {
    std::string lines;
    for (const CellResult& cell : record.cells)
        lines += cell_json(cell);
    return lines;
}

/// What was read; it must have been a run.
RunRecord read_back(const std::string& manifest, const std::string& lines) {
    auto read = read_run(manifest, lines);
    REQUIRE(std::holds_alternative<RunRecord>(read));
    return std::get<RunRecord>(std::move(read));
}

std::string trouble_with(const std::string& manifest) {
    const auto read = read_run(manifest, "");
    REQUIRE(std::holds_alternative<std::string>(read));
    return std::get<std::string>(read);
}

TEST_CASE("run_json: the manifest holds what a run was started with", "[reports]") {
    CHECK(manifest_json(example_record(), true) == R"({
  "format": "onceproof-run",
  "version": 1,
  "finished": true,
  "interrupted": false,
  "program": "0.1.0",
  "commit": "a41c9e2",
  "executable": "onceproof",
  "started": "2026-11-30T06:41:07Z",
  "arguments": [
    "run",
    "scenarios",
    "-f",
    "tag:\"ci\""
  ],
  "seed": "0x9f3c61d2a7e40b15",
  "seconds": 4.25,
  "jobs": 2,
  "cells_planned": 9,
  "cells_done": 9,
  "strategies": [
    {
      "label": "dedup-table",
      "summary": "about dedup-table",
      "source": "article X",
      "claim": "it never repeats",
      "gap": "the window"
    },
    {
      "label": "two-level/hardened",
      "summary": "about two-level/hardened",
      "source": "article X",
      "claim": "it never repeats",
      "gap": "the window"
    },
    {
      "label": "redis-key/published",
      "summary": "about redis-key/published",
      "source": "article X",
      "claim": "it never repeats",
      "gap": "the window"
    }
  ],
  "guarantees": [
    {
      "name": "single_effect",
      "letter": "E",
      "holds_when": "at most one effect"
    },
    {
      "name": "no_stuck_key",
      "letter": "K",
      "holds_when": "no key stays stuck"
    }
  ]
}
)");
}

TEST_CASE("run_json: a cell is one line", "[reports]") {
    CHECK(
        cell_json(example_record().cells[4]) ==
        R"gold({"scenario":"lease","title":"About lease","file":"scenarios/lease.toml",)gold"
        R"gold("strategy":"redis-key/published","point":{"strategy.redis-key.ttl":"50ms"},)gold"
        R"gold("verdict":"violated","mode":"exhaustive","fault_budget":1,"states":100,"merged":false,)gold"
        R"gold("transitions":0,"cases":0,"seconds":0.5,"note":"","error":"",)gold"
        R"gold("guarantees":[{"guarantee":"single_effect","verdict":"violated",)gold"
        R"gold("expected":false,"expectation":"safe (scenarios/lease.toml:31)",)gold"
        R"gold("text":"2 effects for key pay-1","token":"op1-BBBBB","faults":2,"steps":12}]})gold"
        "\n"
    );
}

TEST_CASE("run_json: what is read back writes the same again", "[reports]") {
    RunRecord record = example_record();
    record.cells[0].title = "quote \" slash \\ line\n tab\t bell\x07 \xE2\x9C\x94";
    record.cells[0].seconds = 0.1;
    record.cells[0].note = "recovers after +400s";
    record.seed = 0xffffffffffffffff;
    record.cells[1].claim = {
        .number = 3, .text = "it never repeats", .about = true, .guarantees = {"single_effect"}};
    record.cells[1].guarantees[0].window = "Z1";
    record.cells[1].guarantees[0].fingerprint = "0123456789abcdef";
    record.cells[1].guarantees[0].expected_in = "common.toml";
    record.cells[1].guarantees[0].expected_line = 7;
    record.cells[1].guarantees[0].window_text = "nobody can tell";
    record.cells[2].regress = {
        {.token = "op1-D",
         .note = "spring",
         .place = "a.toml:3",
         .guarantee = "single_effect",
         .replayed = Replayed::diverged,
         .text = "diverged",
         .expected = false}};
    record.determinism = {
        .percent = 0.5,
        .cases = 7,
        .differences =
            {{.scenario = "lease",
              .strategy = "dedup-table",
              .point = {{"a.ttl", "1s"}},
              .name = "walk 17",
              .step = 5,
              .decision = "h1.1:kv.set",
              .what = "what happened",
              .here = "x",
              .again = "y",
              .behind = 3}},
        .trouble = "none"};
    record.cells[1].guarantees[0].rate = Rate{5000, 123, 0.0206, 0.0293};
    const RunRecord read = read_back(manifest_json(record, true), lines_of(record));
    CHECK(read.cells[2].regress[0].replayed == Replayed::diverged);
    CHECK(read.determinism.differences[0].point == record.determinism.differences[0].point);
    CHECK(read.determinism.differences[0].again == "y");
    CHECK(read.seed == record.seed);
    CHECK(read.cells.size() == 9);
    CHECK(read.cells[0].title == record.cells[0].title);
    CHECK(read.cells[4].point == record.cells[4].point);
    CHECK(read.cells[4].guarantees[0].verdict == Verdict::violated);
    CHECK(read.cells[1].claim.number == 3);
    CHECK(read.cells[1].claim.about);
    CHECK(read.cells[1].guarantees[0].fingerprint == "0123456789abcdef");
    CHECK(read.cells[1].guarantees[0].expected_in == "common.toml");
    CHECK(read.cells[1].guarantees[0].expected_line == 7);
    CHECK(read.cells[1].guarantees[0].window_text == "nobody can tell");
    REQUIRE(read.cells[1].guarantees[0].rate.has_value());
    CHECK(read.cells[1].guarantees[0].rate->cases == 5000);
    CHECK(read.cells[1].guarantees[0].rate->violations == 123);
    CHECK(read.cells[1].guarantees[0].rate->low == 0.0206);
    CHECK(read.cells[1].guarantees[0].rate->high == 0.0293);
    CHECK_FALSE(read.cells[0].guarantees[0].rate.has_value());
    CHECK(read.strategies[1].label == "two-level/hardened");
    CHECK(read.guarantees[1].letter == "K");
    CHECK(manifest_json(read, true) == manifest_json(record, true));
    CHECK(lines_of(read) == lines_of(record));
}

TEST_CASE("run_json: which faults struck, and on what it ran, is read back", "[reports]") {
    RunRecord record = example_record();
    record.cells[2].faults = {
        {.kind = "refused", .at = "kv", .offered = 12, .struck = 3},
        {.kind = "stall", .at = "any", .in_reach = false}};
    record.environment = {{"compiler", "g++ 12.2.0"}, {"system", "Linux"}};
    const RunRecord read = read_back(manifest_json(record, true), lines_of(record));
    REQUIRE(read.cells[2].faults.size() == 2);
    CHECK(read.cells[2].faults[0].struck == 3);
    CHECK_FALSE(read.cells[2].faults[1].in_reach);
    CHECK(read.environment == record.environment);
    CHECK(read.cells[1].faults.empty());
    CHECK(lines_of(read) == lines_of(record));
}

TEST_CASE("run_json: a run of a version without facts can still be read", "[reports]") {
    std::string older = manifest_json(example_record(), true);
    const std::size_t facts = older.find(",\n  \"strategies\"");
    REQUIRE(facts != std::string::npos);
    older = older.substr(0, facts) + "\n}\n";
    const RunRecord read = read_back(older, "");
    CHECK(read.strategies.empty());
    CHECK(read.cells_planned == 9);
}

TEST_CASE("run_json: a run that never finished reads as interrupted", "[reports]") {
    const RunRecord read = read_back(manifest_json(example_record(), false), "");
    CHECK(read.interrupted);
}

TEST_CASE("run_json: text that is no run, or of a later format, is refused by name", "[reports]") {
    CHECK(trouble_with("") == "not a run's folder");
    CHECK(trouble_with("{}") == "not a run's folder");
    CHECK(trouble_with("[1]") == "not a run's folder");
    std::string newer = manifest_json(example_record(), true);
    newer.replace(newer.find("\"version\": 1"), 12, "\"version\": 2");
    CHECK(
        trouble_with(newer) ==
        "written in version 2 of the run's format, and this program reads version 1: read it with "
        "the onceproof that wrote it, or a newer one"
    );
}

TEST_CASE("run_json: of cut files what is whole is read and the rest named", "[reports]") {
    const RunRecord record = example_record();
    const std::string manifest = manifest_json(record, true);
    const std::string lines = lines_of(record);
    const std::string one = cell_json(record.cells[0]);
    const RunRecord cut = read_back(manifest, lines.substr(0, one.size() + 40));
    CHECK(cut.cells.size() == 1);
    CHECK(cut.unreadable == std::vector<std::string>{"results.ndjson, line 2"});
    const RunRecord two = read_back(manifest, "x\n" + one + "y\nz\n");
    CHECK(two.cells.size() == 1);
    CHECK(two.unreadable == std::vector<std::string>{"results.ndjson, line 1 and 2 more lines"});
    const RunRecord headless = read_back(manifest.substr(0, 300), lines);
    CHECK(headless.cells.size() == 9);
    CHECK(headless.interrupted);
    CHECK(headless.unreadable == std::vector<std::string>{"run.json"});
    CHECK(read_back(manifest, lines).unreadable.empty());
}

}  // namespace
}  // namespace onceproof::reports
