#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

Reply set_and_get(const Request&, Env& env, Log& log) {
    log.add(said(env.kv.set("k", "v", {.when = SetWhen::if_absent, .ttl = 30s})));
    log.add(said(env.kv.get("k")));
    return {ReplyKind::done, ""};
}

Reply charge(const Request& request, Env& env, Log& log) {
    log.add(said(env.gateway.charge(request, std::nullopt)));
    return {ReplyKind::done, ""};
}

}  // namespace

TEST_CASE(
    "request-lost: a Redis command is not applied, and its sender's patience ends", "[world]"
) {
    Scene scene(with_faults({{.kind = FaultKind::request_lost}}), set_and_get, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:request-lost"});
    CHECK(scene.now() == 1s);
    CHECK(scene.stored("redis").empty());
    scene.finish();
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)", "(none)"});
}

TEST_CASE("request-lost: a charge is not made, and the handler waits for 4 s", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::request_lost}}), charge, 1);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge:request-lost"});
    CHECK(scene.now() == 4s);
    CHECK(scene.stored("effects").empty());
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)"});
}

TEST_CASE("reply-lost: a Redis command is applied, and its sender does not learn it", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::reply_lost}}), set_and_get, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:reply-lost"});
    CHECK(scene.now() == 1s);
    CHECK(scene.stored("redis") == Lines{"k = v"});
    scene.finish();
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)", "v"});
}

TEST_CASE("late: a Redis command is applied 2 s after its sender gave up", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::late, .duration = 2s}}), set_and_get, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:late", "h1.1:kv.get"});
    CHECK(scene.now() == 1s);
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)", "(none)"});
    scene.take("h1.1:call.reply");
    CHECK(scene.now() == 3s);
    CHECK(scene.stored("redis").empty());
    CHECK(scene.options() == Lines{"network:network.deliver"});
    scene.take("network:network.deliver");
    CHECK(scene.stored("redis") == Lines{"k = v"});
    CHECK(scene.options().empty());
}

TEST_CASE("late: a charge is made 1 s after the handler gave up", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::late, .duration = 1s}}), charge, 1);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge:late", "h1.1:call.reply"});
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)"});
    CHECK(scene.stored("effects").empty());
    CHECK(scene.now() == 5s);
    scene.take("network:network.deliver");
    CHECK(scene.stored("effects") == Lines{"pay-1 #1 = paid order-1 100"});
}

TEST_CASE(
    "late: messages on their way that differ in a time to live are different states", "[world]"
) {
    const auto set_for = [](Duration ttl) {
        return [ttl](const Request&, Env& env, Log& log) {
            log.add(said(env.kv.set("k", "v", {.when = SetWhen::always, .ttl = ttl})));
            return Reply{ReplyKind::done, ""};
        };
    };
    const Config config = with_faults({{.kind = FaultKind::late, .duration = 2s}});
    Scene first(config, set_for(10s), 1);
    Scene second(config, set_for(20s), 1);
    Scene third(config, set_for(10s), 1);
    for (Scene* scene : {&first, &second, &third}) {
        scene->take_all({"c1:call.send", "h1.1:kv.set:late"});
    }
    CHECK(first.world.fingerprint() == third.world.fingerprint());
    CHECK(first.world.fingerprint() != second.world.fingerprint());
}

TEST_CASE("resent: SET NX is applied twice, and the second answer is no", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::resent}}), set_and_get, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:resent"});
    CHECK(scene.now() == 0s);
    scene.finish();
    CHECK(scene.log.lines == Lines{"no", "v"});
}

TEST_CASE("resent: a charge is made twice", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::resent}}), charge, 1);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge:resent"});
    CHECK(scene.log.lines == Lines{"paid order-1 100"});
    CHECK(scene.stored("effects").size() == 2);
}

TEST_CASE("refused: nothing is applied, and the sender knows at once", "[world]") {
    Scene redis(with_faults({{.kind = FaultKind::refused}}), set_and_get, 1);
    redis.take_all({"c1:call.send", "h1.1:kv.set:refused", "h1.1:kv.get"});
    CHECK(redis.log.lines == Lines{"unavailable", "(none)"});
    CHECK(redis.now() == 0s);
    Scene gateway(with_faults({{.kind = FaultKind::refused}}), charge, 1);
    gateway.take_all({"c1:call.send", "h1.1:gateway.charge:refused"});
    CHECK(gateway.log.lines == Lines{"unavailable"});
    CHECK(gateway.stored("effects").empty());
    CHECK(gateway.now() == 0s);
}

TEST_CASE("stall: time passes behind the command, and a lock of 30 s ends meanwhile", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::stall, .duration = 35s}}), set_and_get, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:stall"});
    CHECK(scene.now() == 35s);
    CHECK(scene.stored("redis").empty());
    CHECK(scene.world.state().actors[Cast::caller(0)].status == Status::ended);
    scene.take("h1.1:kv.get");
    CHECK(scene.log.lines == Lines{"yes", "(none)"});
    CHECK(scene.options().empty());
}

TEST_CASE("stall: what the handler is about to see counts as state", "[world]") {
    Config config = with_faults({{.kind = FaultKind::stall, .at = "kv.get", .duration = 30s}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    const auto read_or_write = [](const Request&, Env& env, Log&) {
        if (env.ids.uuid().starts_with("h1")) {
            static_cast<void>(env.kv.get("k"));
        } else {
            static_cast<void>(env.kv.set("k", "v", {.when = SetWhen::always, .ttl = {}}));
        }
        return Reply{ReplyKind::done, ""};
    };
    Scene first(config, read_or_write, 1);
    first.take_all({"c1:call.send", "c2:call.send", "h1.1:kv.get:stall", "h2.1:kv.set"});
    Scene second(config, read_or_write, 1);
    second.take_all({"c1:call.send", "c2:call.send", "h2.1:kv.set", "h1.1:kv.get:stall"});
    CHECK(first.world.fingerprint() != second.world.fingerprint());
}

TEST_CASE("declined: the charge is refused for good, and no effect is made", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::declined}}), charge, 1);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge:declined"});
    CHECK(scene.log.lines == Lines{"declined"});
    CHECK(scene.stored("effects").empty());
}

TEST_CASE("faults: the budget ends them", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::refused, .max = 9}}), set_and_get, 1);
    CHECK(scene.options() == Lines{"c1:call.send", "c1:call.send:refused"});
    scene.take("c1:call.send");
    CHECK(scene.options() == Lines{"h1.1:kv.set", "h1.1:kv.set:refused"});
    scene.take("h1.1:kv.set:refused");
    CHECK(scene.options() == Lines{"h1.1:kv.get"});
}

TEST_CASE("faults: a rule strikes at most as often as it says, whatever the budget", "[world]") {
    const Config config = with_faults(
        {{.kind = FaultKind::refused, .at = "kv", .max = 1},
         {.kind = FaultKind::resent, .at = "kv.set", .max = 1}}
    );
    Scene scene(config, set_and_get, 3);
    scene.take("c1:call.send");
    CHECK(scene.options() == Lines{"h1.1:kv.set", "h1.1:kv.set:refused", "h1.1:kv.set:resent"});
    scene.take("h1.1:kv.set:refused");
    CHECK(scene.options() == Lines{"h1.1:kv.get"});
}

TEST_CASE("faults: two rules of one kind are two options with two codes", "[world]") {
    const Config config = with_faults(
        {{.kind = FaultKind::stall, .at = "kv.get", .duration = 1s},
         {.kind = FaultKind::stall, .at = "kv", .duration = 2s}}
    );
    Scene scene(config, set_and_get, 1);
    CHECK(scene.world.outcome_of(0) == 5);
    CHECK(scene.world.outcome_of(1) == 37);
    scene.take_all({"c1:call.send", "h1.1:kv.set"});
    CHECK(scene.options() == Lines{"h1.1:kv.get", "h1.1:kv.get:stall", "h1.1:kv.get:stall"});
    scene.world.take(2);
    CHECK(scene.now() == 2s);
}

TEST_CASE("faults: there are none in quiet retries", "[world]") {
    Config config = with_faults({{.kind = FaultKind::refused, .max = 9}});
    config.horizons = {0s};
    Scene scene(config, set_and_get, 2);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "h1.1:kv.get", "h1.1:call.reply"});
    CHECK(scene.options() == Lines{"quiet:call.send"});
    scene.take("quiet:call.send");
    CHECK(scene.options() == Lines{"hq:kv.set"});
}

}  // namespace onceproof::world
