#include "harness/real/struck_env.hpp"

#include <chrono>
#include <string>
#include <thread>

#include "model/port/no_broker.hpp"
#include "tests/harness/real/chaos_logs.hpp"
#include "tests/harness/real/told_sql.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_kv.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using namespace std::chrono_literals;

class NoTasks final : public Tasks {
public:
    void start(Body, std::string_view, std::string_view, Duration) override {}
    void stop() override {}
};

/// A handler's ports with one planned fault, and what it writes down.
struct Bench {
    explicit Bench(
        std::optional<PlannedStrike> strike = {},
        Effect effect = Effect::external,
        ChaosMenu its_menu = {}
    )
        : gateway(effect, 0s),
          menu(std::move(its_menu)),
          live(
              calm_log(), strike ? std::vector{*strike} : std::vector<PlannedStrike>{}, events, menu
          ),
          struck(
              {.sql = sql,
               .kv = kv,
               .gateway = gateway,
               .ids = ids,
               .tasks = tasks,
               .broker = broker},
              {.events = &events, .slack = 10s, .gateway_timeout = 1ms, .clock_ahead_us = &ahead}
          ) {}

    Env begin() { return struck.begin({.live = &live, .actor = "h1.1", .cancelled = &cancelled}); }

    ServerEvents events{std::chrono::steady_clock::now()};
    backend::LedgerGateway gateway;
    ChaosMenu menu;
    LiveRequest live;
    ToldSql sql;
    FakeKv kv{fake::Redis::Config{}};
    backend::RandomIds ids;
    NoTasks tasks;
    NoBroker broker;
    std::atomic<std::int64_t> ahead{0};
    std::atomic<bool> cancelled{false};
    StruckEnv struck;
};

PlannedStrike at(FaultKind kind, const std::string& where) {
    return {{.kind = kind, .at = where, .duration = 5ms}, 0};
}

TEST_CASE("struck env: calls reach what is behind, and are written down", "[harness]") {
    Bench bench;
    Env env = bench.begin();
    CHECK(*env.kv.set("lock", "1", {.when = SetWhen::if_absent, .ttl = 1s}));
    CHECK(**env.kv.get("lock") == "1");
    CHECK((*env.sql.open())->execute("SELECT 1").ok());
    CHECK(env.gateway.charge(request_17(), std::nullopt).ok());
    CHECK(bench.gateway.effects("pay-17") == 1);
    const RequestLog log = bench.live.finish();
    REQUIRE(log.events.size() == 4);
    CHECK(log.events[0].text == "h1.1 kv.set lock 1 NX PX 1s -> true");
    CHECK(log.events[2].text == "h1.1 sql.select SELECT 1 -> 0 rows");
    CHECK(log.effects.size() == 2);  // the calm log's own, and this one
    CHECK(log.faults == 0);
}

TEST_CASE(
    "struck env: a charge whose request or reply gets lost, or that is declined", "[harness]"
) {
    const FaultKind kind =
        GENERATE(FaultKind::request_lost, FaultKind::reply_lost, FaultKind::declined);
    Bench bench(at(kind, "gateway.charge"));
    Env env = bench.begin();
    const auto receipt = env.gateway.charge(request_17(), std::nullopt);
    REQUIRE_FALSE(receipt.ok());
    const bool declined = kind == FaultKind::declined;
    CHECK(receipt.error().kind == (declined ? ErrorKind::declined : ErrorKind::timeout));
    CHECK(bench.gateway.totals().effects == (kind == FaultKind::reply_lost ? 1 : 0));
    CHECK(bench.live.finish().faults == 1);
}

TEST_CASE("struck env: a process dies before the call, or after it", "[harness]") {
    const bool after = GENERATE(false, true);
    Bench bench(at(after ? FaultKind::crash_after : FaultKind::crash_before, "kv.set"));
    Env env = bench.begin();
    CHECK_THROWS_AS(env.kv.set("lock", "1", {}), ProcessDied);
    CHECK(bench.kv.get("lock")->has_value() == after);
}

TEST_CASE("struck env: a driver that repeats a charge makes it twice", "[harness]") {
    Bench bench(at(FaultKind::resent, "gateway.charge"));
    Env env = bench.begin();
    CHECK(env.gateway.charge(request_17(), std::nullopt).ok());
    CHECK(bench.gateway.totals().effects == 2);
}

TEST_CASE("struck env: a stall comes after the call", "[harness]") {
    Bench bench(at(FaultKind::stall, "kv.set"));
    Env env = bench.begin();
    const Duration start = bench.events.now();
    CHECK(env.kv.set("lock", "1", {}).ok());
    CHECK(bench.events.now() - start >= 5ms);
}

TEST_CASE("struck env: a statement error dooms the transaction at the server", "[harness]") {
    Bench bench(at(FaultKind::statement_error, "sql.update"));
    Env env = bench.begin();
    const auto failed = (*env.sql.open())->execute("UPDATE t SET a = 1");
    REQUIRE_FALSE(failed.ok());
    CHECK(failed.error().kind == ErrorKind::deadlock);
    CHECK(bench.sql.said == "SELECT 1 / 0;");
}

TEST_CASE(
    "struck env: a connection that is lost is one fault, however often it is used", "[harness]"
) {
    Bench bench;
    Env env = bench.begin();
    bench.sql.answer = Error{ErrorKind::connection_lost, Certainty::indefinite};
    bench.sql.end = Error{ErrorKind::connection_lost, Certainty::definite};
    SqlSession& session = **env.sql.open();
    CHECK_FALSE(session.execute("SELECT 1").ok());
    CHECK_FALSE(session.rollback().ok());
    CHECK(bench.live.finish().faults == 1);
}

TEST_CASE("struck env: calls end with the request where the scope is bound", "[harness]") {
    Bench bench;
    Env env = bench.begin();
    bench.cancelled = true;
    CHECK(env.scope.cancelled());
    CHECK(env.kv.set("lock", "1", {}).ok());
    env.scope.bind();
    CHECK(env.kv.get("lock").error() == Error{ErrorKind::cancelled, Certainty::definite});
    env.scope.detach();
    CHECK(env.kv.get("lock").ok());
}

TEST_CASE("struck env: the last instance's clock goes ahead", "[harness]") {
    Bench bench;
    Env env = bench.begin();
    const Instant before = env.clock.now();
    bench.ahead = Duration(1h).count();
    CHECK(env.clock.now() - before >= 1h);
}

TEST_CASE("struck env: a call slower than the times allow is told", "[harness]") {
    Bench bench;
    Env env = bench.begin();
    CHECK(env.kv.get("lock").ok());
    std::this_thread::sleep_for(1ms);
    CHECK_FALSE(bench.live.finish().slow);
}

}  // namespace
}  // namespace onceproof::harness
