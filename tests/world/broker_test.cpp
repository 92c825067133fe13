#include "tests/world/queue.hpp"

// What strikes the broker and those at it, and how a world with one settles.

namespace onceproof::world {
namespace {

using guarantee::Id;

/// A producer, and two consumers on two instances.
Config two_consumers(std::vector<FaultRule> faults) {
    Config config = one_message_with(std::move(faults));
    config.consumers = 2;
    return config;
}

Lines texts_of(const std::vector<explore::Violation>& violations) {
    Lines texts;
    for (const explore::Violation& violation : violations) {
        texts.push_back(violation.text);
    }
    return texts;
}

}  // namespace

TEST_CASE("redelivery: a second consumer gets what the first still works on", "[world]") {
    Scene scene(two_consumers({{.kind = FaultKind::redelivery}}), consumer(charge_each), 1);
    scene.take("c1:broker.publish");
    CHECK(scene.options() == Lines{"k1:broker.next", "k2:broker.next"});
    scene.take("k1:broker.next");
    CHECK(scene.options() == Lines{"k1:gateway.charge", "world:broker.redeliver:redelivery"});
    scene.take("world:broker.redeliver:redelivery");
    CHECK(scene.options() == Lines{"k1:gateway.charge", "k2:broker.next"});
    scene.take_all({"k2:broker.next", "k1:gateway.charge", "k1:broker.acknowledge"});
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered 2 times, unacknowledged by k2"});
    scene.take_all({"k2:gateway.charge", "k2:broker.acknowledge"});
    CHECK(scene.stored("queue").empty());
    CHECK(scene.stored("effects").size() == 2);
}

TEST_CASE("redelivery: each unacknowledged delivery is an option of its own", "[world]") {
    Config config = two_consumers({{.kind = FaultKind::redelivery}});
    config.callers.push_back(config.callers.front());
    Scene scene(config, consumer(charge_each), 1);
    scene.take_all({"c1:broker.publish", "c2:broker.publish", "k1:broker.next", "k2:broker.next"});
    const std::span<const explore::Option> options = scene.world.enabled();
    REQUIRE(options.size() == 4);
    CHECK(options[2].object == 0);
    CHECK(options[3].object == 1);
    scene.world.take(3);
    CHECK(scene.stored("queue")[1] == "m-2 = pay-1, delivered once, ready");
}

TEST_CASE("rebalance: everything that one consumer holds comes back", "[world]") {
    Config config = two_consumers({{.kind = FaultKind::rebalance}});
    config.callers.push_back(config.callers.front());
    config.batch = 2;
    Scene scene(config, consumer(charge_each), 1);
    scene.take_all({"c1:broker.publish", "c2:broker.publish", "k2:broker.next"});
    CHECK(scene.options() == Lines{"k2:gateway.charge", "world:broker.rebalance:rebalance"});
    CHECK(scene.world.enabled()[1].object == 1);
    scene.take("world:broker.rebalance:rebalance");
    CHECK(
        scene.stored("queue") ==
        Lines{"m-1 = pay-1, delivered once, ready", "m-2 = pay-1, delivered once, ready"}
    );
    scene.take_all({"k2:gateway.charge", "k2:gateway.charge", "k2:broker.acknowledge"});
    CHECK(scene.stored("queue").size() == 2);
}

TEST_CASE("broker-down: calls are refused, deliveries come back, consumers wait", "[world]") {
    Config config = one_message_with({{.kind = FaultKind::broker_down, .duration = 20s}});
    config.callers.push_back(config.callers.front());
    config.attempts_max = 3;
    Scene scene(config, consumer(charge_each), 1);
    scene.take_all({"c1:broker.publish", "k1:broker.next", "world:broker.down:broker-down"});
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered once, ready"});
    scene.take_all({"k1:gateway.charge", "k1:broker.acknowledge", "c2:broker.publish"});
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered once, ready"});
    CHECK(scene.now() == 10s);
    scene.take("c2:broker.publish");
    CHECK(scene.now() == 20s);
    scene.take_all({"c2:broker.publish", "k1:broker.next"});
    CHECK(
        scene.stored("queue") ==
        Lines{"m-1 = pay-1, delivered 2 times, unacknowledged by k1", "m-2 = pay-1, ready"}
    );
}

TEST_CASE("stall: the broker's patience ends while the consumer pauses", "[world]") {
    Config config =
        two_consumers({{.kind = FaultKind::stall, .at = "broker.next", .duration = 40s}});
    config.broker.redeliver_after = 30s;
    Scene scene(config, consumer(charge_each), 1);
    scene.take_all({"c1:broker.publish", "k1:broker.next:stall"});
    CHECK(scene.now() == 30s);
    scene.take_all({"k2:broker.next", "k2:gateway.charge", "k2:broker.acknowledge"});
    CHECK(scene.now() == 40s);
    scene.take_all({"k1:gateway.charge", "k1:broker.acknowledge"});
    CHECK(scene.stored("effects").size() == 2);
    CHECK(scene.stored("queue").empty());
}

TEST_CASE(
    "lost calls of a consumer: its connection ends, and what it holds comes back", "[world]"
) {
    struct Case {
        const char* fault;
        Lines queue;
    };
    const std::vector<Case> cases{
        {"k1:broker.next:request-lost", {"m-1 = pay-1, ready"}},
        {"k1:broker.next:reply-lost", {"m-1 = pay-1, delivered once, ready"}},
        {"k1:broker.next:refused", {"m-1 = pay-1, ready"}},
        {"k1:broker.acknowledge:request-lost", {"m-1 = pay-1, delivered once, ready"}},
        {"k1:broker.acknowledge:reply-lost", {}},
        {"k1:broker.acknowledge:refused", {"m-1 = pay-1, delivered once, ready"}}};
    for (const Case& one : cases) {
        CAPTURE(one.fault);
        Config config = one_message_with(
            {{.kind = FaultKind::request_lost},
             {.kind = FaultKind::reply_lost},
             {.kind = FaultKind::refused}}
        );
        Scene scene(config, consumer(charge_each), 1);
        scene.take("c1:broker.publish");
        if (std::string_view(one.fault).starts_with("k1:broker.ack")) {
            scene.take_all({"k1:broker.next", "k1:gateway.charge"});
        }
        scene.take(one.fault);
        CHECK(scene.stored("queue") == one.queue);
        scene.finish();
        CHECK(scene.stored("queue").empty());
    }
}

TEST_CASE("broker-down: a handler that is refused meanwhile was hit by a fault", "[world]") {
    Config config = one_caller();
    config.relays = 1;
    config.relay_runs = 0;
    config.faults = {{.kind = FaultKind::broker_down, .duration = 20s}};
    config.guarantees = {Id::no_foreign_error};
    const auto publish = [](const Request& request, Env& env, Log&) {
        const bool published = env.broker.publish(request, "").ok();
        return Reply{published ? ReplyKind::done : ReplyKind::error, ""};
    };
    Scene scene(
        config,
        {publish,
         refuse_all,
         [](Env&, Log&) {
         }},
        1
    );
    scene.take_all({"world:broker.down:broker-down", "c1:call.send", "h1.1:broker.publish"});
    scene.take("h1.1:call.reply");
    CHECK(scene.violations.empty());
    CHECK(scene.stored("queue").empty());
}

TEST_CASE("trace: the broker is a lane, and says what it does by itself", "[world]") {
    Config config =
        two_consumers({{.kind = FaultKind::stall, .at = "broker.next", .duration = 40s}});
    config.broker.redeliver_after = 30s;
    Scene scene(config, consumer(charge_each), 1);
    CHECK(scene.world.lanes().back() == "broker");
    scene.world.record(true);
    scene.take_all({"c1:broker.publish", "k1:broker.next:stall", "k2:broker.next"});
    Lines texts;
    for (const history::Step& step : scene.world.take_notes()) {
        texts.push_back(step.text);
    }
    CHECK(
        texts ==
        Lines{
            "publish m-1 pay-1 -> confirmed as m-1",
            "next -> m-1 pay-1",
            "waits for k1 no longer: m-1",
            "next -> m-1 pay-1 (delivery 2)"}
    );
}

TEST_CASE("crash: a dead consumer's delivery comes back at once, to the living first", "[world]") {
    Scene scene(
        two_consumers({{.kind = FaultKind::crash_after, .at = "gateway"}}), consumer(charge_each), 1
    );
    scene.take_all({"c1:broker.publish", "k1:broker.next", "k1:gateway.charge:crash-after"});
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered once, ready"});
    CHECK(scene.options() == Lines{"k2:broker.next"});
    scene.finish();
    CHECK(scene.stored("effects").size() == 2);
}

TEST_CASE("settling: every message comes once more at each horizon", "[world]") {
    Scene scene(settling({0s, 400s}), consumer(charge_each), 0);
    scene.take_all(
        {"c1:broker.publish", "k1:broker.next", "k1:gateway.charge", "k1:broker.acknowledge"}
    );
    CHECK(scene.options() == Lines{"quiet:broker.publish"});
    scene.take("quiet:broker.publish");
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered once, ready"});
    scene.take_all({"k1:broker.next", "k1:gateway.charge", "k1:broker.acknowledge"});
    CHECK(scene.now() == 400s);
    scene.finish();
    CHECK(
        texts_of(scene.violations) ==
        Lines{
            "2 effects for key pay-1 (the last by k1) in the re-drive after +0s; at most 1 "
            "allowed",
            "3 effects for key pay-1 (the last by k1) in the re-drive after +400s; at most 1 "
            "allowed"}
    );
    CHECK(scene.world.slowest_recovery() == 0);
}

TEST_CASE("settling: what was never published is published then", "[world]") {
    Config config = settling({0s});
    config.faults = {{.kind = FaultKind::request_lost}};
    Scene scene(config, consumer(charge_each), 1);
    scene.take("c1:broker.publish:request-lost");
    CHECK(scene.options() == Lines{"quiet:broker.publish"});
    scene.finish();
    CHECK(scene.stored("effects").size() == 1);
    CHECK(scene.violations.empty());
}

TEST_CASE("settling: a consumer that can never handle a message is given up on", "[world]") {
    Scene scene(settling({0s}), consumer(refuse_all), 0);
    scene.take("c1:broker.publish");
    for (int i = 0; i < 4; ++i) {
        scene.take_all({"k1:broker.next", "k1:broker.reject"});
    }
    // It rested after four deliveries; the settling begins with another four.
    CHECK(scene.now() == 40s);
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered 4 times, ready"});
    scene.finish();
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered 12 times, resting"});
    CHECK(
        texts_of(scene.violations) ==
        Lines{"key pay-1 is stuck: no quiet retry succeeded, not even the last one after "
              "+0s (never)"}
    );
}

TEST_CASE("settling: a dead letter is no lost request, and recovers when driven again", "[world]") {
    Config config = settling({0s, 400s});
    config.broker.deliveries_max = 1;
    config.faults = {{.kind = FaultKind::declined}};
    Scene scene(config, consumer(charge_each), 1);
    scene.take_all({"c1:broker.publish", "k1:broker.next", "k1:gateway.charge:declined"});
    scene.take("k1:broker.reject");
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered once, dead letter"});
    scene.take_all({"quiet:broker.publish", "k1:broker.next", "k1:gateway.charge"});
    scene.take("k1:broker.acknowledge");
    CHECK(scene.violations.empty());
    CHECK(scene.world.slowest_recovery() == 0);
}

TEST_CASE(
    "settling: who was told done by an outbox is looked after when all is drained", "[world]"
) {
    Config config = one_caller();
    config.relays = 1;
    config.relay_runs = 1;
    config.consumers = 1;
    config.asynchronous = true;
    config.horizons = {0s};
    config.guarantees = {Id::no_lost_request, Id::no_stuck_key};
    const auto forget = [](const Request& request, Env&, Log&) {
        return Reply{ReplyKind::done, receipt_for(request)};
    };
    Script::Codes lossy = outbox();
    lossy.handle = forget;
    Scene lost(config, lossy, 0);
    lost.finish();
    CHECK(
        texts_of(lost.violations) ==
        Lines{
            "c1 was told success for key pay-1, but nothing has ever made the effect",
            "key pay-1 is stuck: no quiet retry succeeded, not even the last one after "
            "+0s (never)"}
    );
    Scene kept(config, outbox(), 0);
    kept.finish();
    CHECK(kept.stored("effects").size() == 1);
    CHECK(texts_of(kept.violations) == Lines{});
}

}  // namespace onceproof::world
