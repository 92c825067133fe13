#include "harness/real/desk.hpp"

#include <chrono>
#include <map>

#include "tests/harness/example_cells.hpp"
#include "tests/harness/real/told_sql.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

/// A desk of the strategy that guards nothing on a database that takes everything.
struct Shop {
    explicit Shop(const std::string& more)
        : scenario(scenario_with(
              "no-guard/baseline",
              "workload.effect = \"external\"\nworkload.timeout = \"30ms\"\n"
              "workload.backoff = [\"1ms\"]\n" +
                  more
          )),
          stage(scenario, scenario.strategies.front()),
          menu(menu_of(scenario, *strategy::find("no-guard"))) {}

    ServerEvents events{std::chrono::steady_clock::now()};
    Scenario scenario;
    Stage stage;
    ChaosMenu menu;
    ToldSql sql;
    backend::LedgerGateway gateway{Effect::external, 0s};
    std::atomic<std::int64_t> ahead{0};
    DeskPlan plan{
        .config = stage.config(),
        .pools = {&sql, &sql},
        .redis = {.socket = "/nowhere/redis.sock"},
        .gateway = gateway,
        .events = events,
        .menu = menu,
        .seed = 1,
        .slack = 10s,
        .clock_ahead_us = ahead};
    Desk desk{plan};
    std::map<std::string, std::size_t> struck;
};

TEST_CASE("desk: every caller of a request is served, under a key of that number", "[harness]") {
    Shop shop("workload.callers = 2\n");
    const RequestLog log = shop.desk.serve(41, shop.struck);
    CHECK(log.number == 41);
    CHECK(log.key_is_order);
    REQUIRE(log.orders.size() == 1);
    CHECK(log.orders[0].key == "pay-41");
    CHECK(log.orders[0].order == "order-41");
    CHECK(log.attempts == 2);
    CHECK(log.answers.size() == 2);
    CHECK(log.effects.size() == 2);
    CHECK(shop.gateway.totals().effects == 2);
    CHECK(shop.struck.empty());
}

TEST_CASE("desk: a lost reply makes the caller try again, and the fault is counted", "[harness]") {
    Shop shop(
        "workload.callers = 1\nfaults.budget = 1\n"
        "[[fault]]\nkind = \"reply-lost\"\nat = \"call.reply\"\n"
    );
    std::size_t tried_again = 0;
    for (std::uint64_t number = 1; number <= 30; ++number) {
        const RequestLog log = shop.desk.serve(number, shop.struck);
        CHECK(log.attempts == 1 + log.faults);
        CHECK(log.effects.size() == log.attempts);
        tried_again += log.faults;
    }
    CHECK(tried_again > 0);
    CHECK(shop.struck["reply-lost at call.reply"] == tried_again);
}

TEST_CASE("desk: a quiet retry is one more answer and effect, at its horizon", "[harness]") {
    Shop shop("workload.callers = 1\n");
    RequestLog log = shop.desk.serve(5, shop.struck);
    const Duration end = log.end;
    shop.desk.retry(log, 1);
    CHECK(log.retried);
    CHECK(log.end == end);
    REQUIRE(log.answers.size() == 2);
    CHECK(log.answers[1].horizon == 1);
    CHECK(log.answers[1].caller == 0);
    REQUIRE(log.effects.size() == 2);
    CHECK(log.effects[1].horizon == 1);
    CHECK(log.effects[1].actor == "hq");
}

TEST_CASE(
    "desk: callers with keys of their own, new ones for each attempt, other orders", "[harness]"
) {
    Shop own("workload.callers = 2\nworkload.identity = \"per-caller\"\n");
    const RequestLog two = own.desk.serve(3, own.struck);
    CHECK_FALSE(two.key_is_order);
    CHECK(two.answers[0].request.key != two.answers[1].request.key);
    CHECK(two.orders.size() == 1);
    Shop fresh("workload.callers = 1\nworkload.identity = \"per-attempt\"\n");
    const RequestLog one = fresh.desk.serve(3, fresh.struck);
    CHECK(one.answers.at(0).request.key == "pay-3.1.1");
    Shop other("workload.callers = 2\nworkload.other_order = true\n");
    CHECK(other.desk.serve(3, other.struck).orders.size() == 2);
}

}  // namespace
}  // namespace onceproof::harness
