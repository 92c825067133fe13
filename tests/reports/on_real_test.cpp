#include "reports/on_real.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// The example with its three violated cells played: one is as simulated, one is not, one cannot
/// be.
RunRecord played_record() {
    RunRecord record = example_record();
    record.real.versions = {"PostgreSQL 15.1", "Redis 7.0.1"};
    record.cells[1].guarantees[0].on_real = {OnReal::confirmed, "confirmed on Redis 7.0.1: …"};
    record.cells[4].guarantees[0].on_real = {OnReal::differs, "differs at step 3: …"};
    record.cells[7].guarantees[0].on_real = {OnReal::not_confirmable, "clock-step"};
    return record;
}

TEST_CASE("on_real: a run that played nothing says nothing", "[reports]") {
    const RunRecord record = example_record();
    CHECK_FALSE(was_played(record));
    CHECK(real_line(record).empty());
    CHECK(real_blocks(record, {}).empty());
    CHECK(real_section(record).empty());
}

TEST_CASE("on_real: violated cells are counted once each", "[reports]") {
    const RealTotals totals = real_totals(played_record());
    CHECK(totals.violated == 3);
    CHECK(totals.confirmed == 1);
    CHECK(totals.differing == 1);
    CHECK(totals.not_played == 0);
    CHECK(totals.not_confirmable == std::map<std::string, std::size_t>{{"clock-step", 1}});
    CHECK(
        real_line(played_record()) ==
        "confirmed 1 of 3 violated cells on real servers (PostgreSQL 15.1, Redis 7.0.1); 1 not as "
        "simulated; 1 not confirmable: clock-step (1)"
    );
}

TEST_CASE("on_real: a run that ended early says how many were not played", "[reports]") {
    RunRecord record = played_record();
    record.cells[4].guarantees[0].on_real.reset();
    record.real.trouble = "Redis: it has ended";
    CHECK(real_totals(record).not_played == 1);
    CHECK(real_line(record).find("; 1 not played;") != std::string::npos);
    CHECK(real_section(record).find("Redis: it has ended") != std::string::npos);
}

TEST_CASE("on_real: what differs is told with its replay", "[reports]") {
    const std::string blocks = real_blocks(played_record(), {.width = 80, .ascii = true});
    CHECK(blocks.starts_with("X lease / redis-key/published"));
    CHECK(blocks.find("differs at step 3") != std::string::npos);
    CHECK(blocks.ends_with("replay: onceproof replay op1-BBBBB --on real\n"));
}

TEST_CASE("on_real: the document lists the cells that are not confirmed", "[reports]") {
    const std::string section = real_section(played_record());
    CHECK(section.starts_with("\n## On real servers\n"));
    CHECK(section.find("differs: differs at step 3") != std::string::npos);
    CHECK(section.find("not confirmable: clock-step") != std::string::npos);
    CHECK(section.find("lost-reply") == std::string::npos);
}

TEST_CASE("on_real: each has its words", "[reports]") {
    CHECK(
        real_text({OnReal::confirmed, "confirmed on Redis"}) ==
        "on real servers: confirmed on Redis"
    );
    CHECK(
        real_text({OnReal::not_confirmable, "clock-step"}) ==
        "on real servers: not confirmable: clock-step"
    );
}

}  // namespace
}  // namespace onceproof::reports
