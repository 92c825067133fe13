#include "harness/real/live_request.hpp"

#include <chrono>
#include <thread>

#include "tests/harness/real/chaos_logs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using world::OpCode;
using namespace std::chrono_literals;

TEST_CASE(
    "live request: a strike waits for its occurrence, strikes once, and is counted", "[harness]"
) {
    const ServerEvents events(std::chrono::steady_clock::now());
    const ChaosMenu menu;
    const world::FaultRule rule{.kind = FaultKind::stall, .at = "kv", .duration = 1ms};
    LiveRequest live(calm_log(), {{rule, 1}}, events, menu);
    CHECK_FALSE(live.strike(OpCode::kv_get, "h1.1").has_value());
    CHECK_FALSE(live.strike(OpCode::sql_commit, "h1.1").has_value());
    CHECK_FALSE(live.was_struck());
    REQUIRE(live.strike(OpCode::kv_set, "h1.2").has_value());
    CHECK_FALSE(live.strike(OpCode::kv_set, "h1.2").has_value());
    CHECK(live.was_struck("h1.2"));
    CHECK_FALSE(live.was_struck("h1.1"));
    CHECK(live.struck() == std::map<std::string, std::size_t>{{"stall at kv.set", 1}});
    const RequestLog log = live.finish();
    CHECK(log.faults == 1);
    REQUIRE(log.events.size() == 1);
    CHECK(log.events[0].text == "FAULT stall at h1.2 kv.set");
}

TEST_CASE(
    "live request: a silent store is a fault, a foreign one where it may not be", "[harness]"
) {
    const ServerEvents events(std::chrono::steady_clock::now());
    ChaosMenu menu;
    menu.redis_may_fail = true;
    LiveRequest live(calm_log(), {}, events, menu);
    live.store_failed(world::Target::redis);
    live.store_failed(world::Target::database);
    const RequestLog log = live.finish();
    CHECK(log.faults == 2);
    CHECK(log.foreign_fault);
    LiveRequest fine(calm_log(), {}, events, menu);
    fine.store_failed(world::Target::redis);
    CHECK_FALSE(fine.finish().foreign_fault);
}

TEST_CASE("live request: a key that was given out is known for its order", "[harness]") {
    const ServerEvents events(std::chrono::steady_clock::now());
    const ChaosMenu menu;
    LiveRequest live(calm_log(), {}, events, menu);
    Request request = request_17();
    request.key = "token";
    live.key_known(request);
    CHECK(live.known_key("order-17") == "token");
    live.left_in_progress(2, "order-17");
    CHECK(live.finish().left.at(0).caller == 2);
}

TEST_CASE(
    "server events: one that goes on has struck since ever, one that is over has not", "[harness]"
) {
    ServerEvents events(std::chrono::steady_clock::now());
    CHECK_FALSE(events.any());
    events.begin(ServerFault::redis_restart);
    std::this_thread::sleep_for(1ms);
    const Duration during = events.now();
    CHECK(events.struck_since(during));
    events.end("text");
    std::this_thread::sleep_for(1ms);
    CHECK_FALSE(events.struck_since(events.now()));
    CHECK(events.struck_since(during));
    events.begin(ServerFault::redis_cut);
    events.end("cut");
    CHECK(events.count() == 2);
    CHECK(events.forgot_since(during) == 1);
    CHECK(events.all().at(0).text == "text");
}

}  // namespace
}  // namespace onceproof::harness
