#include "tests/world/explored.hpp"

// Whose the key is, and what is counted: effects of an order, whatever keys they were made under.

namespace onceproof::world {
namespace {

/// One effect per key, as far as this instance of the store knows.
Reply once_per_key(const Request& request, Env& env, Log& log) {
    log.add(request.key + " for " + request.order);
    const Result<bool> first =
        env.kv.set(request.key, "1", {.when = SetWhen::if_absent, .ttl = std::nullopt});
    if (!first.ok() || !*first) {
        return {ReplyKind::duplicate, receipt_for(pay_1())};
    }
    return {ReplyKind::done, *env.gateway.charge(request, std::nullopt)};
}

Config two_tabs() {
    Config config = one_caller();
    config.identity = Identity::per_caller;
    config.callers.front().request.key = "pay-1.1";
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.callers.back().request.key = "pay-1.2";
    config.guarantees = {guarantee::Id::single_effect};
    return config;
}

Config foreign_order() {
    Config config = one_caller();
    Request foreign = pay_1();
    foreign.order = "order-2";
    foreign.user = "user-2";
    config.callers.push_back({.request = foreign, .start = 0s});
    config.guarantees = {guarantee::Id::bound_to_payload, guarantee::Id::no_lost_request};
    return config;
}

}  // namespace

TEST_CASE("identity: two keys of one order make two effects of that order", "[world]") {
    Log log;
    const Script strategy(once_per_key, log);
    const Explored found = explored(two_tabs(), strategy, 0);
    CHECK(found.size == "29 states, 44 transitions");
    CHECK(
        found.broken == Lines{"single_effect: 2 effects for order order-1 (key pay-1.2) (the last "
                              "by h2.1); at most 1 "
                              "allowed"}
    );
}

TEST_CASE("identity: a new key for each attempt is a new request to the service", "[world]") {
    Config config = with_faults({{.kind = FaultKind::reply_lost, .at = "call.reply"}});
    config.identity = Identity::per_attempt;
    config.attempts_max = 2;
    config.guarantees = {guarantee::Id::single_effect};
    Scene scene(config, once_per_key, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "h1.1:gateway.charge"});
    scene.take("h1.1:call.reply:reply-lost");
    scene.finish();
    CHECK(scene.log.lines == Lines{"pay-1.1 for order-1", "pay-1.2 for order-1"});
    REQUIRE(scene.violations.size() == 1);
    CHECK(
        scene.violations.front().text ==
        "2 effects for order order-1 (key pay-1.2) (the last by h1.2); at most 1 allowed"
    );
    Log log;
    const Script strategy(once_per_key, log);
    CHECK(explored(config, strategy, 1).size == "15 states, 13 transitions");
}

TEST_CASE("identity: a quiet retry sends the first caller's newest key", "[world]") {
    Config config = one_caller();
    config.identity = Identity::per_attempt;
    config.attempts_max = 2;
    config.horizons = {0s};
    const auto refuse = [](const Request& request, Env&, Log& log) {
        log.add(request.key);
        return Reply{ReplyKind::error, ""};
    };
    Scene scene(config, refuse, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"pay-1.1", "pay-1.2", "pay-1.2"});
}

TEST_CASE("identity: a request that arrives late has the key that it was sent with", "[world]") {
    Config config = with_faults({{.kind = FaultKind::late, .at = "call.send", .duration = 20s}});
    config.identity = Identity::per_attempt;
    config.attempts_max = 2;
    Scene scene(config, once_per_key, 1);
    scene.take("c1:call.send:late");
    scene.finish();
    CHECK(scene.log.lines == Lines{"pay-1.2 for order-1", "pay-1.1 for order-1"});
}

TEST_CASE(
    "identity: another order under the same key is told of, and has a book of its own", "[world]"
) {
    Scene scene(foreign_order(), once_per_key, 0);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "h1.1:gateway.charge", "h1.1:call.reply"});
    CHECK(scene.violations.empty());
    scene.take_all({"c2:call.send", "h2.1:kv.set", "h2.1:call.reply"});
    REQUIRE(scene.violations.size() == 3);
    CHECK(
        scene.violations[1].text ==
        "c2 was told \"duplicate\" for order order-2 (key pay-1), but no effect exists"
    );
    CHECK(
        scene.violations[0].text ==
        "c2 asked for order-2 of user-2 under key pay-1 and was told \"duplicate\", but the effect "
        "was order-1 of user-1"
    );
}

TEST_CASE("identity: an effect under the key of another order is told of", "[world]") {
    const auto charge = [](const Request& request, Env& env, Log&) {
        return Reply{ReplyKind::done, *env.gateway.charge(request, std::nullopt)};
    };
    Config config = foreign_order();
    config.guarantees = {guarantee::Id::bound_to_payload};
    Log log;
    const Script strategy(charge, log);
    const Explored found = explored(config, strategy, 0);
    CHECK(found.size == "20 states, 28 transitions");
    CHECK(
        found.broken == Lines{"bound_to_payload: h2.1 made the effect of order-2 of user-2 under "
                              "key pay-1, which belongs to order-1 of user-1"}
    );
}

}  // namespace onceproof::world
