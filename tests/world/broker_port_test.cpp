#include "model/world/broker_port.hpp"

#include "tests/world/queue.hpp"

// The broker as code in a world sees it.

namespace onceproof::world {
namespace {

Reply publish_twice(const Request& request, Env& env, Log& log) {
    log.add(said(env.broker.publish(request, "a")));
    log.add(said(env.broker.publish(request, "")));
    return {ReplyKind::done, receipt_for(request)};
}

/// A caller of the service; nobody consumes.
Config handler_that_publishes() {
    Config config = one_caller();
    config.relays = 1;
    config.relay_runs = 0;
    config.broker_timeout = 6s;
    return config;
}

Script::Codes publishing() {
    return {publish_twice, refuse_all, [](Env&, Log&) {
            }};
}

}  // namespace

TEST_CASE("broker port: a handler publishes and learns the message's id", "[world]") {
    Scene scene(handler_that_publishes(), publishing(), 0);
    scene.take_all({"c1:call.send", "h1.1:broker.publish", "h1.1:broker.publish"});
    CHECK(scene.log.lines == Lines{"a", "b-2"});
    CHECK(scene.stored("queue") == Lines{"a = pay-1, ready", "b-2 = pay-1, ready"});
}

TEST_CASE("broker port: in a world without a broker every call is refused", "[world]") {
    const auto all_calls = [](const Request& request, Env& env, Log& log) {
        log.add(said(env.broker.publish(request, "a")));
        const auto batch = env.broker.next(1);
        log.add(batch.ok() ? "batch" : text_of(batch.error()));
        log.add(said(env.broker.acknowledge({})));
        log.add(said(env.broker.reject({})));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(one_caller(), all_calls, 0);
    scene.take("c1:call.send");
    CHECK(scene.log.lines == Lines{"unavailable", "unavailable", "unavailable", "unavailable"});
    CHECK(scene.options() == Lines{"h1.1:call.reply"});
}

TEST_CASE("broker port: a lost publish times out after the broker's patience", "[world]") {
    for (const FaultKind kind : {FaultKind::request_lost, FaultKind::reply_lost}) {
        Config config = handler_that_publishes();
        config.patience = 20s;
        config.faults = {{.kind = kind, .at = "broker.publish"}};
        Scene scene(config, publishing(), 1);
        const std::string word = "h1.1:broker.publish:" + std::string(info_of(kind).name);
        scene.take_all({"c1:call.send", word});
        CHECK(scene.now() == 6s);
        CHECK(scene.log.lines == Lines{"timeout (may have been applied)"});
        CHECK(scene.stored("queue").size() == (kind == FaultKind::reply_lost ? 1 : 0));
    }
}

TEST_CASE("broker port: what the driver repeats is dropped by producer dedup", "[world]") {
    for (const bool dedup : {false, true}) {
        Config config = handler_that_publishes();
        config.broker.producer_dedup = dedup;
        config.faults = {{.kind = FaultKind::resent, .at = "broker.publish"}};
        Scene scene(config, publishing(), 1);
        scene.take_all({"c1:call.send", "h1.1:broker.publish:resent", "h1.1:broker.publish"});
        CHECK(scene.stored("queue").size() == (dedup ? 2 : 3));
        CHECK(scene.log.lines == Lines{"a", dedup ? "b-2" : "b-3"});
    }
}

TEST_CASE("broker port: a late publish arrives after its sender has given up", "[world]") {
    Config config = handler_that_publishes();
    config.patience = 20s;
    config.faults = {{.kind = FaultKind::late, .at = "broker.publish", .duration = 2s}};
    Scene scene(config, publishing(), 1);
    scene.take_all({"c1:call.send", "h1.1:broker.publish:late"});
    CHECK(scene.now() == 6s);
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)"});
    scene.take_all({"h1.1:broker.publish", "h1.1:call.reply"});
    CHECK(scene.now() == 8s);
    scene.take("network:network.deliver");
    CHECK(scene.stored("queue") == Lines{"b-1 = pay-1, ready", "a = pay-1, ready"});
}

}  // namespace onceproof::world
