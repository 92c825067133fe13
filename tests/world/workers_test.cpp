#include "model/world/workers.hpp"

#include "tests/world/queue.hpp"

// What producers, consumers and relays do.

namespace onceproof::world {

TEST_CASE("producer: a confirm is final", "[world]") {
    Config config = one_message();
    config.attempts_max = 3;
    Scene scene(config, consumer(charge_each), 0);
    CHECK(scene.options() == Lines{"c1:broker.publish"});
    scene.take("c1:broker.publish");
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, ready"});
    CHECK(scene.options() == Lines{"k1:broker.next"});
    scene.take("k1:broker.next");
    CHECK(scene.stored("queue") == Lines{"m-1 = pay-1, delivered once, unacknowledged by k1"});
    scene.take_all({"k1:gateway.charge", "k1:broker.acknowledge"});
    CHECK(scene.stored("queue").empty());
    CHECK(scene.stored("effects").size() == 1);
    CHECK(scene.options().empty());
}

TEST_CASE(
    "producer: without a confirm it publishes again, with the same id or another", "[world]"
) {
    for (const bool gives_ids : {false, true}) {
        Config config = one_message_with({{.kind = FaultKind::reply_lost, .at = "broker.publish"}});
        config.attempts_max = 2;
        config.broker.gives_ids = gives_ids;
        Scene scene(config, consumer(charge_each), 1);
        scene.take("c1:broker.publish:reply-lost");
        CHECK(scene.now() == 0s);
        scene.take_all({"k1:broker.next", "k1:gateway.charge", "k1:broker.acknowledge"});
        CHECK(scene.now() == 15s);
        scene.take("c1:broker.publish");
        CHECK(
            scene.stored("queue") ==
            Lines{gives_ids ? "b-2 = pay-1, ready" : "m-1 #2 = pay-1, ready"}
        );
    }
}

TEST_CASE("producer: its attempts are one publish for producer dedup, until it dies", "[world]") {
    Config config = one_message_with(
        {{.kind = FaultKind::reply_lost, .at = "broker.publish"},
         {.kind = FaultKind::crash_after, .at = "broker.publish"}}
    );
    config.attempts_max = 2;
    config.broker.producer_dedup = true;
    Scene lost(config, consumer(charge_each), 1);
    lost.take_all(
        {"c1:broker.publish:reply-lost",
         "k1:broker.next",
         "k1:gateway.charge",
         "k1:broker.acknowledge",
         "c1:broker.publish"}
    );
    CHECK(lost.stored("queue").empty());
    CHECK(lost.options().empty());
    Scene dead(config, consumer(charge_each), 1);
    dead.take_all(
        {"c1:broker.publish:crash-after",
         "k1:broker.next",
         "k1:gateway.charge",
         "k1:broker.acknowledge"}
    );
    CHECK(dead.now() == 2s);
    dead.take("c1:broker.publish");
    CHECK(dead.stored("queue") == Lines{"m-1 #2 = pay-1, ready"});
}

TEST_CASE("producer: a crash before its publish loses nothing but time", "[world]") {
    Config config = one_message_with({{.kind = FaultKind::crash_before, .at = "broker.publish"}});
    Scene scene(config, consumer(charge_each), 1);
    scene.take("c1:broker.publish:crash-before");
    CHECK(scene.now() == 2s);
    CHECK(scene.options() == Lines{"c1:broker.publish"});
    scene.finish();
    CHECK(scene.stored("effects").size() == 1);
}

TEST_CASE("producer: it begins at its start", "[world]") {
    Config config = one_message();
    config.callers.front().start = 3s;
    Scene scene(config, consumer(charge_each), 0);
    CHECK(scene.options() == Lines{"c1:broker.publish"});
    CHECK(scene.now() == 3s);
}

TEST_CASE("consumer: it waits while the queue is empty", "[world]") {
    Config config = one_message();
    config.consumers = 2;
    Scene scene(config, consumer(charge_each), 0);
    scene.take("c1:broker.publish");
    CHECK(scene.options() == Lines{"k1:broker.next", "k2:broker.next"});
    scene.take("k2:broker.next");
    CHECK(scene.options() == Lines{"k2:gateway.charge"});
}

TEST_CASE("consumer: one that has handled a message is as it was before", "[world]") {
    Config config = one_message();
    Scene scene(config, consumer(charge_each), 0);
    const ActorState& state = scene.world.state().actors[scene.world.cast().first_worker()];
    const Fingerprint before = state.observed;
    const std::uint32_t operations = state.operations;
    scene.take_all({"c1:broker.publish", "k1:broker.next"});
    CHECK(state.observed != before);
    scene.take_all({"k1:gateway.charge", "k1:broker.acknowledge"});
    CHECK(state.observed == before);
    CHECK(state.operations == operations);
}

TEST_CASE("consumer: it takes a batch, and an error gives all of it back", "[world]") {
    Config config = one_message_with({{.kind = FaultKind::declined}});
    config.callers.push_back(config.callers.front());
    config.batch = 2;
    Scene scene(config, consumer(charge_each), 1);
    scene.take_all({"c1:broker.publish", "c2:broker.publish", "k1:broker.next"});
    scene.take_all({"k1:gateway.charge", "k1:gateway.charge:declined"});
    CHECK(scene.options() == Lines{"k1:broker.reject"});
    scene.take("k1:broker.reject");
    CHECK(
        scene.stored("queue") ==
        Lines{"m-1 = pay-1, delivered once, ready", "m-2 = pay-1, delivered once, ready"}
    );
    // A pause, as between a caller's attempts.
    CHECK(scene.now() == 10s);
    scene.take_all({"k1:broker.next", "k1:gateway.charge", "k1:gateway.charge"});
    scene.take("k1:broker.acknowledge");
    CHECK(scene.stored("effects").size() == 3);
}

TEST_CASE("consumer: its connections go back before it acknowledges", "[world]") {
    Config config = one_message();
    config.pool = 1;
    config.instances = 1;
    config.consumers = 2;
    config.callers.push_back(config.callers.front());
    const auto open_one = [](std::span<const Delivery>, Env& env, Log&) {
        static_cast<void>(env.sql.open());
        static_cast<void>(env.kv.get("k"));
        return Result<Done>(Done{});
    };
    Scene scene(config, consumer(open_one), 0);
    scene.take_all({"c1:broker.publish", "c2:broker.publish", "k1:broker.next", "k2:broker.next"});
    CHECK(scene.options() == Lines{"k1:kv.get"});
    scene.take("k1:kv.get");
    CHECK(scene.options() == Lines{"k1:broker.acknowledge", "k2:sql.open"});
}

TEST_CASE("relay: its rounds begin at once and after each period, then they end", "[world]") {
    Config config = one_caller();
    config.relays = 1;
    config.relay_runs = 3;
    config.relay_period = 7s;
    const auto relay_once = [](Env& env, Log& log) {
        log.add(std::to_string((env.clock.now() - Instant{}).count()));
    };
    const auto answer = [](const Request&, Env&, Log&) {
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(config, {answer, refuse_all, relay_once}, 0);
    // The first round needs no step of its own: a world is made, and reset, with it behind it.
    CHECK(scene.log.lines == Lines{"0", "0"});
    scene.log.lines.clear();
    scene.take_all({"c1:call.send", "h1.1:call.reply"});
    // The last round is that of the settling.
    CHECK(scene.log.lines == Lines{"7000000", "14000000", "14000000"});
    CHECK(scene.options().empty());
}

TEST_CASE("relay: a row is published in the round after it was written", "[world]") {
    Config config = one_caller();
    config.relays = 1;
    config.consumers = 1;
    config.asynchronous = true;
    config.broker_timeout = 6s;
    Scene scene(config, outbox(), 0);
    CHECK(scene.options() == Lines{"c1:call.send", "r1:sql.select"});
    scene.take_all({"r1:sql.select", "c1:call.send", "h1.1:sql.insert", "h1.1:call.reply"});
    CHECK(scene.now() == 1s);
    scene.take_all({"r1:sql.select", "r1:broker.publish", "r1:sql.update"});
    CHECK(scene.stored("queue") == Lines{"pay-1 = pay-1, ready"});
    scene.take_all({"k1:broker.next", "k1:gateway.charge", "k1:broker.acknowledge"});
    CHECK(scene.stored("effects").size() == 1);
}

TEST_CASE("relay: a crash between publish and mark publishes the row twice", "[world]") {
    Config config = one_caller();
    config.relays = 1;
    config.relay_runs = 1;
    config.consumers = 1;
    config.instances = 1;
    config.asynchronous = true;
    config.faults = {{.kind = FaultKind::crash_after, .at = "broker.publish"}};
    config.guarantees = {guarantee::Id::single_effect};
    Scene scene(config, outbox(), 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:call.reply", "r1:sql.select"});
    scene.take("r1:broker.publish:crash-after");
    CHECK(scene.now() == 2s);
    CHECK(scene.stored("queue") == Lines{"pay-1 = pay-1, ready"});
    scene.take_all({"r1:sql.select", "r1:broker.publish", "r1:sql.update"});
    CHECK(scene.stored("queue") == Lines{"pay-1 = pay-1, ready", "pay-1 #2 = pay-1, ready"});
    scene.finish();
    REQUIRE(scene.violations.size() == 1);
    CHECK(
        scene.violations[0].text == "2 effects for key pay-1 (the last by k1); at most 1 allowed"
    );
}

TEST_CASE("worker: its tasks are its own, and end with it", "[world]") {
    Config config = one_message_with({{.kind = FaultKind::crash_before, .at = "gateway"}});
    config.uses_tasks = true;
    const auto with_task = [](std::span<const Delivery> batch, Env& env, Log& log) {
        env.tasks.start(
            [](Env& own, std::string_view key, std::string_view value, Duration) {
                static_cast<void>(own.kv.set(key, value, {.when = SetWhen::always, .ttl = {}}));
            },
            "k",
            "v",
            1s
        );
        return charge_each(batch, env, log);
    };
    Scene scene(config, consumer(with_task), 1);
    scene.take_all({"c1:broker.publish", "k1:broker.next"});
    CHECK(
        scene.options() ==
        Lines{"k1:gateway.charge", "tk1:kv.set", "k1:gateway.charge:crash-before"}
    );
    scene.take("k1:gateway.charge:crash-before");
    CHECK(scene.now() == 2s);
    CHECK(scene.options() == Lines{"k1:broker.next"});
    scene.take_all({"k1:broker.next", "k1:gateway.charge"});
    CHECK(scene.options() == Lines{"k1:broker.acknowledge"});
    CHECK(scene.stored("redis").empty());
}

}  // namespace onceproof::world
