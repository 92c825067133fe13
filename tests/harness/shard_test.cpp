#include "harness/shard.hpp"

#include <map>
#include <set>

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// Four cells that are searched exhaustively, and one of 1,000 cases.
std::vector<Scenario> scenarios() {
    std::vector<Scenario> all;
    for (const char* strategy : {"no-guard", "dedup-table", "table-lock", "delete-token"}) {
        all.push_back(scenario_with(strategy, lost_reply));
    }
    all.push_back(scenario_with("two-level", lost_reply));
    all.back().mode = Mode::random;
    all.back().cases = 1000;
    return all;
}

TEST_CASE("shard: every cell and every case has one shard", "[harness]") {
    const std::vector<Scenario> all = scenarios();
    const std::vector<Cell> cells = plan(all);
    for (const std::size_t count : {1U, 2U, 7U, 16U, 2000U}) {
        std::map<std::string, int> whole;
        std::set<std::uint64_t> cases;
        std::uint64_t shared = 0;
        for (std::size_t index = 1; index <= count; ++index) {
            const reports::Shard shard = shard_of(cells, {index, count}, {});
            for (const Cell& cell : cells_of(shard, cells)) {
                if (!cell.range.has_value()) {
                    ++whole[cell.use->label()];
                    continue;
                }
                shared += cell.range->cases;
                for (std::uint64_t number = 0; number < cell.range->cases; ++number) {
                    cases.insert(cell.range->first + number);
                }
            }
        }
        CHECK(whole.size() == 4);
        CHECK(std::ranges::all_of(whole, [](const auto& one) { return one.second == 1; }));
        CHECK(shared == 1000);
        CHECK(cases.size() == 1000);
        CHECK(*cases.rbegin() == 999);
    }
}

TEST_CASE("shard: parts of the largest number of cases are whole and in order", "[harness]") {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t next = 0;
    for (std::uint64_t index = 1; index <= 7; ++index) {
        const CaseRange part = part_of(most, index, 7);
        CHECK(part.first == next);
        next += part.cases;
    }
    CHECK(next == most);
}

TEST_CASE("shard: a cell stays in its shard when others are added", "[harness]") {
    std::vector<Scenario> all = scenarios();
    const reports::Shard before = shard_of(plan(all), {1, 7}, {});
    all.insert(all.begin(), scenario_with("optimistic-lock", lost_reply));
    const reports::Shard after = shard_of(plan(all), {1, 7}, {});
    REQUIRE(after.cells.size() == before.cells.size() + 1);
    for (std::size_t place = 0; place < before.cells.size(); ++place) {
        CHECK(after.cells[place + 1].name == before.cells[place].name);
        CHECK(after.cells[place + 1].shard == before.cells[place].shard);
    }
}

TEST_CASE("shard: the plan's hash tells whatever results depend on", "[harness]") {
    std::vector<Scenario> all = scenarios();
    const auto hash_with = [&](const PlanFacts& facts) {
        return shard_of(plan(all), {2, 3}, facts).plan;
    };
    const std::string plain = hash_with({});
    CHECK(plain.size() == 16);
    CHECK(plain == shard_of(plan(all), {1, 5}, {}).plan);
    CHECK(plain != hash_with({.seed = 1}));
    CHECK(plain != hash_with({.program = "0.2"}));
    CHECK(plain != hash_with({.divides = [](const Cell&) {
              return true;
          }}));
    all.back().cases = 1001;
    CHECK(plain != hash_with({}));
    all.back().cases = 1000;
    CHECK(plain == hash_with({}));
    all.front().expectations.push_back({});
    CHECK(plain != hash_with({}));
}

TEST_CASE("shard: a divided cell is in every shard, each with faults of its own", "[harness]") {
    const std::vector<Scenario> all{scenario_with("no-guard", lost_reply)};
    const std::vector<Cell> cells = plan(all);
    const PlanFacts facts{.divides = [](const Cell&) {
        return true;
    }};
    std::size_t owners = 0;
    for (std::size_t index = 1; index <= 3; ++index) {
        const std::vector<Cell> mine = cells_of(shard_of(cells, {index, 3}, facts), cells);
        REQUIRE(mine.size() == 1);
        REQUIRE(mine.front().portion.has_value());
        CHECK_FALSE(mine.front().is_whole());
        owners += first_faults_of(*mine.front().portion)({1, 2, 3, 4}) ? 1 : 0;
    }
    CHECK(owners == 1);
}

TEST_CASE("shard: a cell's name has its sweep point, and its file of states has one", "[harness]") {
    CHECK(planned_name("s", "no-guard", {}) == "s / no-guard");
    CHECK(planned_name("s", "x/y", {{"a", "1"}, {"b", "2s"}}) == "s / x/y (a=1, b=2s)");
    const std::vector<Scenario> all = scenarios();
    std::set<std::string> names;
    for (const Cell& cell : plan(all)) {
        names.insert(states_name(cell));
    }
    CHECK(names.size() == all.size());
}

}  // namespace
}  // namespace onceproof::harness
