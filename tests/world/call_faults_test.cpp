#include "tests/world/script.hpp"

// What faults do to a caller's attempt.

namespace onceproof::world {
namespace {

Reply charge(const Request& request, Env& env, Log& log) {
    log.add(said(env.gateway.charge(request, std::nullopt)));
    return {ReplyKind::done, ""};
}

Config attempts(std::size_t count, FaultRule rule) {
    Config config = with_faults({std::move(rule)});
    config.attempts_max = count;
    return config;
}

}  // namespace

TEST_CASE(
    "request-lost: nobody handles the attempt, and the caller gives up after 5 s", "[world]"
) {
    Scene scene(attempts(2, {.kind = FaultKind::request_lost, .at = "call.send"}), charge, 1);
    scene.take("c1:call.send:request-lost");
    CHECK(scene.now() == 15s);
    CHECK(scene.log.lines.empty());
    CHECK(scene.options() == Lines{"c1:call.send"});
    scene.take_all({"c1:call.send", "h1.2:gateway.charge", "h1.2:call.reply"});
    CHECK(scene.options().empty());
}

TEST_CASE(
    "reply-lost: the effect is made, and the caller waits until its patience ends", "[world]"
) {
    Scene scene(attempts(2, {.kind = FaultKind::reply_lost, .at = "call.reply"}), charge, 1);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge", "h1.1:call.reply:reply-lost"});
    CHECK(scene.stored("effects").size() == 1);
    CHECK(scene.now() == 15s);
    CHECK(scene.options() == Lines{"c1:call.send"});
}

TEST_CASE(
    "late: an attempt is handled after its caller has gone on, and nobody waits for the answer",
    "[world]"
) {
    Scene scene(
        attempts(2, {.kind = FaultKind::late, .at = "call.send", .duration = 20s}), charge, 1
    );
    scene.take("c1:call.send:late");
    CHECK(scene.now() == 15s);
    scene.take_all({"c1:call.send", "h1.2:gateway.charge", "h1.2:call.reply"});
    CHECK(scene.now() == 25s);
    scene.take_all({"network:network.deliver", "h1.1:gateway.charge"});
    CHECK(scene.stored("effects").size() == 2);
    CHECK(scene.options().empty());
}

TEST_CASE("late: an attempt that arrives at a dead instance is handled by nobody", "[world]") {
    Config config = with_faults(
        {{.kind = FaultKind::late, .at = "call.send", .duration = 20s},
         {.kind = FaultKind::crash_before}}
    );
    config.attempts_max = 2;
    config.instances = 1;
    config.restart = 100s;
    Scene scene(config, charge, 2);
    scene.take_all({"c1:call.send:late", "c1:call.send", "h1.2:gateway.charge:crash-before"});
    CHECK(scene.now() == 25s);
    scene.take("network:network.deliver");
    CHECK(scene.options().empty());
    CHECK(scene.stored("effects").empty());
}

TEST_CASE("resent: an attempt runs two handlers, and the second answer is dropped", "[world]") {
    Scene scene(attempts(1, {.kind = FaultKind::resent, .at = "call.send"}), charge, 1);
    scene.take("c1:call.send:resent");
    CHECK(scene.options() == Lines{"h1.1:gateway.charge", "h1.1b:gateway.charge"});
    scene.take_all({"h1.1:gateway.charge", "h1.1b:gateway.charge"});
    CHECK(scene.options() == Lines{"h1.1b:call.reply", "h1.1:call.reply"});
    scene.take("h1.1b:call.reply");
    CHECK(scene.options().empty());
    CHECK(scene.stored("effects").size() == 2);
}

TEST_CASE("resent: the second answer is not taken for the next attempt's", "[world]") {
    Config config = attempts(2, {.kind = FaultKind::resent, .at = "call.send"});
    config.backoff = {0s};
    const auto fail = [](const Request&, Env& env, Log&) {
        static_cast<void>(env.kv.get("k"));
        return Reply{ReplyKind::error, "thrown"};
    };
    Scene scene(config, fail, 1);
    scene.take_all({"c1:call.send:resent", "h1.1:kv.get", "h1.1b:kv.get", "h1.1:call.reply"});
    CHECK(scene.options() == Lines{"c1:call.send"});
    scene.take_all({"c1:call.send", "h1.2:kv.get"});
    CHECK(scene.options() == Lines{"h1.2:call.reply"});
}

TEST_CASE("refused: an attempt fails at once, and the caller pauses before the next", "[world]") {
    Scene scene(attempts(2, {.kind = FaultKind::refused, .at = "call.send"}), charge, 1);
    scene.take("c1:call.send:refused");
    CHECK(scene.now() == 10s);
    CHECK(scene.log.lines.empty());
    CHECK(scene.options() == Lines{"c1:call.send"});
}

}  // namespace onceproof::world
