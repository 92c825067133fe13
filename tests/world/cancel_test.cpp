#include "tests/world/explored.hpp"

// A caller gives up while it waits and cancels its request.

namespace onceproof::world {
namespace {

constexpr std::string_view insert = "INSERT INTO item (name, n) VALUES ($1, 1)";

Config cancels() {
    return with_faults({{.kind = FaultKind::cancelled}});
}

Reply set_twice(const Request&, Env& env, Log& log) {
    log.add(said(env.kv.set("a", "1", {})));
    log.add(env.scope.cancelled() ? "cancelled" : "goes on");
    log.add(said(env.kv.set("b", "2", {})));
    return {ReplyKind::done, ""};
}

Reply bound_set_twice(const Request& request, Env& env, Log& log) {
    env.scope.bind();
    return set_twice(request, env, log);
}

Reply bound_charge(const Request& request, Env& env, Log& log) {
    env.scope.bind();
    log.add(said(env.gateway.charge(request, std::nullopt)));
    log.add(said(env.kv.set("a", "1", {})));
    env.scope.detach();
    log.add(said(env.kv.set("b", "2", {})));
    return {ReplyKind::done, ""};
}

/// Takes a lock, charges, and releases it: with the request's context, or with one of its own.
Reply locked_charge(const Request& request, Env& env, bool detached) {
    env.scope.bind();
    const Result<bool> locked =
        env.kv.set("lock", "1", {.when = SetWhen::if_absent, .ttl = std::nullopt});
    if (!locked.ok() || !*locked) {
        return {ReplyKind::busy, ""};
    }
    const Result<std::string> receipt = env.gateway.charge(request, request.key);
    if (detached) {
        env.scope.detach();
    }
    static_cast<void>(env.kv.del("lock"));
    return receipt.ok() ? Reply{ReplyKind::done, *receipt} : Reply{ReplyKind::error, ""};
}

}  // namespace

TEST_CASE("cancelled: it strikes a caller that waits for a handler, and no other", "[world]") {
    const std::vector<FaultRule> faults{
        {.kind = FaultKind::cancelled}, {.kind = FaultKind::request_lost, .at = "call.send"}};
    Scene scene(with_faults(faults), set_twice, 2);
    CHECK(scene.options() == Lines{"c1:call.send", "c1:call.send:request-lost"});
    scene.take("c1:call.send");
    CHECK(scene.options() == Lines{"h1.1:kv.set", "c1:call.cancel:cancelled"});
    Config two = with_faults(faults);
    two.callers.push_back({.request = pay_1(), .start = 0s});
    Scene lost(two, set_twice, 2);
    lost.take("c1:call.send:request-lost");
    CHECK(lost.options() == Lines{"c2:call.send"});
}

TEST_CASE("cancelled: the attempt has failed, and the policy decides", "[world]") {
    Config config = cancels();
    config.attempts_max = 2;
    Scene scene(config, set_twice, 1);
    scene.take_all({"c1:call.send", "c1:call.cancel:cancelled", "h1.1:kv.set", "h1.1:kv.set"});
    CHECK(scene.now() == 10s);
    CHECK(scene.options() == Lines{"c1:call.send"});
}

TEST_CASE("cancelled: a handler that is not bound goes on, and can see it", "[world]") {
    Scene scene(cancels(), set_twice, 1);
    scene.take_all({"c1:call.send", "c1:call.cancel:cancelled"});
    scene.finish();
    CHECK(scene.log.lines == Lines{"yes", "cancelled", "yes"});
    CHECK(scene.stored("redis") == Lines{"a = 1", "b = 2"});
}

TEST_CASE("cancelled: the port calls of a bound handler fail, and do nothing", "[world]") {
    Scene scene(cancels(), bound_set_twice, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "c1:call.cancel:cancelled"});
    CHECK(scene.log.lines == Lines{"yes", "goes on", "cancelled"});
    CHECK(scene.stored("redis") == Lines{"a = 1"});
    CHECK(scene.options().empty());
    Scene early(cancels(), bound_set_twice, 1);
    early.take_all({"c1:call.send", "c1:call.cancel:cancelled"});
    CHECK(early.log.lines == Lines{"cancelled", "cancelled", "cancelled"});
    CHECK(early.stored("redis").empty());
}

TEST_CASE(
    "cancelled: a charge that is worked on ends at once, though the effect has happened", "[world]"
) {
    Config config = cancels();
    config.work = 3s;
    config.callers.push_back({.request = pay_1(), .start = 1s});
    Scene scene(config, bound_charge, 1);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge"});
    CHECK(scene.now() == 1s);
    scene.take("c1:call.cancel:cancelled");
    CHECK(scene.log.lines == Lines{"cancelled (may have been applied)", "cancelled"});
    CHECK(scene.stored("effects").size() == 1);
    scene.take("h1.1:kv.set");
    CHECK(scene.stored("redis") == Lines{"b = 2"});
}

TEST_CASE("cancelled: a stalled handler stays away until its stall is over", "[world]") {
    const std::vector<FaultRule> faults{
        {.kind = FaultKind::cancelled}, {.kind = FaultKind::stall, .duration = 4s}};
    Config config = with_faults(faults);
    config.callers.push_back({.request = pay_1(), .start = 1s});
    Scene scene(config, bound_set_twice, 2);
    scene.take_all({"c1:call.send", "h1.1:kv.set:stall", "c1:call.cancel:cancelled"});
    CHECK(scene.log.lines.empty());
    scene.take("c2:call.send");
    CHECK(scene.options().front() == "h2.1:kv.set");
    scene.take_all({"h2.1:kv.set", "h2.1:kv.set", "h2.1:call.reply"});
    CHECK(scene.now() == 4s);
    CHECK(scene.log.lines == Lines{"yes", "goes on", "yes", "yes", "cancelled", "cancelled"});
}

TEST_CASE("cancelled: a statement that waits ends, and its transaction is undone", "[world]") {
    const auto two_inserts = [](const Request& request, Env& env, Log& log) {
        env.scope.bind();
        SqlSession& sql = **env.sql.open();
        sql.begin(Isolation::read_committed);
        log.add(said(sql.execute(insert, request.user)));
        log.add(said(sql.execute(insert, request.key)));
        log.add(said(sql.commit()));
        return Reply{ReplyKind::done, ""};
    };
    Config config = cancels();
    Request other = pay_1();
    other.user = "user-2";
    config.callers.push_back({.request = other, .start = 0s});
    Scene scene(config, two_inserts, 1);
    scene.take_all(
        {"c1:call.send",
         "h1.1:sql.insert",
         "h1.1:sql.insert",
         "c2:call.send",
         "h2.1:sql.insert",
         "h2.1:sql.insert",
         "c2:call.cancel:cancelled"}
    );
    CHECK(scene.log.lines == Lines{"1 row(s)", "1 row(s)", "1 row(s)", "cancelled", "cancelled"});
    scene.finish();
    CHECK(scene.stored("db").size() == 2);
}

TEST_CASE("cancelled: a commit that was not sent is none", "[world]") {
    const auto transaction = [](const Request& request, Env& env, Log& log) {
        env.scope.bind();
        SqlSession& sql = **env.sql.open();
        sql.begin(Isolation::read_committed);
        log.add(said(sql.execute(insert, request.key)));
        log.add(said(sql.commit()));
        log.add(said(sql.rollback()));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(cancels(), transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "c1:call.cancel:cancelled"});
    CHECK(scene.log.lines == Lines{"1 row(s)", "cancelled", "ok"});
    CHECK(scene.stored("db").empty());
}

TEST_CASE("cancelled: a release on the request's context leaves the lock behind", "[world]") {
    Config config = cancels();
    config.attempts_max = 2;
    config.effect = Effect::external_idempotent;
    config.work = 1s;
    config.horizons = {0s, 400s};
    config.guarantees = {guarantee::Id::single_effect, guarantee::Id::no_stuck_key};
    Log log;
    const Script same(
        [](const Request& request, Env& env, Log&) { return locked_charge(request, env, false); },
        log
    );
    const Script own(
        [](const Request& request, Env& env, Log&) { return locked_charge(request, env, true); },
        log
    );
    const Explored stuck = explored(config, same, 1);
    CHECK(stuck.size == "71 states, 70 transitions");
    CHECK(
        stuck.broken ==
        Lines{"no_stuck_key: key pay-1 is stuck: no quiet retry succeeded, not even the last one "
              "after +400s (never)"}
    );
    const Explored free = explored(config, own, 1);
    CHECK(free.size == "53 states, 54 transitions");
    CHECK(free.broken.empty());
}

}  // namespace onceproof::world
