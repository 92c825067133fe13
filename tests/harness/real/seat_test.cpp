#include "harness/real/seat.hpp"

#include <chrono>
#include <thread>

#include "tests/harness/real/chaos_logs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using namespace std::chrono_literals;

class NoSql final : public Sql {
public:
    Result<SqlSession*> open() override {
        return Error{ErrorKind::unavailable, Certainty::definite};
    }
};

/// Charges, after a while.
class Charging final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        env.clock.sleep(20ms);
        const auto receipt = env.gateway.charge(request, std::nullopt);
        return {ReplyKind::done, receipt.ok() ? *receipt : ""};
    }
    Result<std::string> issue(const Request& request, Env&) const override {
        return "token-of-" + request.order;
    }
};

struct Room {
    explicit Room(std::vector<PlannedStrike> strikes = {})
        : live(calm_log(), std::move(strikes), events, menu) {}

    Seat::Task task() {
        Seat::Task task;
        task.job.live = &live;
        task.job.actor = "h1.1";
        task.request = request_17();
        return task;
    }

    ServerEvents events{std::chrono::steady_clock::now()};
    ChaosMenu menu;
    LiveRequest live;
    NoSql sql;
    Charging strategy;
    backend::LedgerGateway gateway{Effect::external, 0s};
    Seat seat{
        {.strategy = strategy,
         .pool = sql,
         .redis = {.socket = "/nowhere/redis.sock"},
         .redis_timeout = 10ms,
         .gateway = gateway,
         .setting = {.events = &events, .slack = 10s}}};
};

TEST_CASE(
    "seat: a handler's reply comes when it is done, and another handler may follow", "[harness]"
) {
    Room room;
    for (int round = 1; round <= 2; ++round) {
        room.seat.begin(room.task());
        CHECK_FALSE(room.seat.wait(1ms).has_value());
        const auto reply = room.seat.wait(10s);
        REQUIRE(reply.has_value());
        CHECK(reply->kind == ReplyKind::done);
        room.seat.wait_for_end();
        CHECK(room.gateway.totals().effects == static_cast<std::uint64_t>(round));
    }
}

TEST_CASE("seat: a request for a key is answered with it", "[harness]") {
    Room room;
    Seat::Task task = room.task();
    task.issues = true;
    room.seat.begin(task);
    CHECK(room.seat.wait(10s)->result == "token-of-order-17");
}

TEST_CASE(
    "seat: a handler that dies answers nothing, and the next one finds a new process", "[harness]"
) {
    Room room({{{.kind = FaultKind::crash_after, .at = "gateway.charge"}, 0}});
    room.seat.begin(room.task());
    room.seat.wait_for_end();
    CHECK_FALSE(room.seat.wait(0s).has_value());
    CHECK(room.gateway.totals().effects == 1);
    room.seat.begin(room.task());
    CHECK(room.seat.wait(10s).has_value());
}

TEST_CASE("seat: a reply that gets lost is none; a late request is carried out late", "[harness]") {
    Room room({{{.kind = FaultKind::reply_lost, .at = "call.reply"}, 0}});
    room.seat.begin(room.task());
    room.seat.wait_for_end();
    CHECK_FALSE(room.seat.wait(0s).has_value());
    Seat::Task late = room.task();
    late.delay = 30ms;
    const Duration start = room.events.now();
    room.seat.begin(late);
    CHECK(room.seat.wait(10s).has_value());
    CHECK(room.events.now() - start >= 50ms);
}

}  // namespace
}  // namespace onceproof::harness
