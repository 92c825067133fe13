#include "model/world/bodies.hpp"

#include "tests/world/script.hpp"

// What callers do after each attempt, and what comes after the last caller.

namespace onceproof::world {
namespace {

Script::Code always(ReplyKind kind) {
    return [kind](const Request&, Env&, Log& log) {
        log.add("handled");
        return Reply{kind, kind == ReplyKind::done ? "paid order-1 100" : ""};
    };
}

std::size_t handled_under(Policy policy, ReplyKind kind) {
    Config config = one_caller();
    config.policy = policy;
    config.attempts_max = 3;
    Scene scene(config, always(kind), 0);
    scene.finish();
    return scene.log.lines.size();
}

}  // namespace

TEST_CASE(
    "caller: the published policy takes any reply that is no exception for final", "[world]"
) {
    using enum ReplyKind;
    for (const ReplyKind kind : {done, duplicate, in_progress}) {
        CAPTURE(name_of(kind));
        CHECK(handled_under(Policy::published, kind) == 1);
    }
    for (const ReplyKind kind : {busy, mismatch, declined, error}) {
        CAPTURE(name_of(kind));
        CHECK(handled_under(Policy::published, kind) == 3);
    }
}

TEST_CASE("caller: the patient policy ends at success or a definite refusal", "[world]") {
    using enum ReplyKind;
    for (const ReplyKind kind : {done, duplicate, mismatch, declined}) {
        CAPTURE(name_of(kind));
        CHECK(handled_under(Policy::patient, kind) == 1);
    }
    for (const ReplyKind kind : {in_progress, busy, error}) {
        CAPTURE(name_of(kind));
        CHECK(handled_under(Policy::patient, kind) == 3);
    }
}

TEST_CASE(
    "caller: it begins at its start, pauses as the list says, and the last pause repeats", "[world]"
) {
    Config config = one_caller();
    config.callers.front().start = 3s;
    config.attempts_max = 4;
    config.backoff = {1s, 4s};
    Scene scene(config, always(ReplyKind::error), 0);
    std::vector<Duration> times;
    while (!scene.options().empty()) {
        if (scene.options().front() == "c1:call.send") {
            times.push_back(scene.now());
        }
        scene.take(scene.options().front());
    }
    CHECK(times == std::vector<Duration>{3s, 4s, 8s, 12s});
}

TEST_CASE(
    "caller: attempts go to the instances in turn, each caller from another one on", "[world]"
) {
    Config config = one_caller();
    config.attempts_max = 3;
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, always(ReplyKind::error), 0);
    scene.world.record(true);
    scene.finish();
    Lines calls;
    for (const history::Step& step : scene.world.take_notes()) {
        if (step.text.starts_with("pay")) {
            calls.push_back(step.text.substr(step.text.find('(')));
        }
    }
    CHECK(
        calls ==
        Lines{
            "(attempt 1, instance 1)",
            "(attempt 1, instance 2)",
            "(attempt 2, instance 2)",
            "(attempt 2, instance 1)",
            "(attempt 3, instance 1)",
            "(attempt 3, instance 2)"}
    );
}

TEST_CASE(
    "caller: its patience ends while the effect takes longer, and the effect is made all the same",
    "[world]"
) {
    Config config = one_caller();
    config.work = 7s;
    const auto charge = [](const Request& request, Env& env, Log& log) {
        log.add(said(env.gateway.charge(request, std::nullopt)));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(config, charge, 0);
    scene.take_all({"c1:call.send", "h1.1:gateway.charge"});
    CHECK(scene.now() == 7s);
    CHECK(scene.options().empty());
    CHECK(scene.stored("effects").size() == 1);
    CHECK(scene.log.lines == Lines{"paid order-1 100"});
}

TEST_CASE("settler: a quiet retry of every order at every horizon", "[world]") {
    Config config = one_caller();
    Request other = pay_1();
    other.key = "pay-2";
    other.order = "order-2";
    config.callers.push_back({.request = other, .start = 0s});
    config.horizons = {0s, 400s};
    const auto tell_key = [](const Request& request, Env&, Log& log) {
        log.add(request.key);
        return Reply{ReplyKind::done, receipt_for(request)};
    };
    Scene scene(config, tell_key, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"pay-1", "pay-2", "pay-1", "pay-2", "pay-1", "pay-2"});
    CHECK(scene.now() == 400s);
}

TEST_CASE(
    "settler: the clean-up runs after the retention time where storage is looked at", "[world]"
) {
    Config config = one_caller();
    config.horizons = {0s};
    config.retention = 24h;
    config.guarantees = {guarantee::Id::bounded_storage};
    const auto leave_a_key = [](const Request&, Env& env, Log& log) {
        log.add(said(env.kv.set("k", "v", {.when = SetWhen::always, .ttl = {}})));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(config, leave_a_key, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"yes", "yes", "sweep"});
    CHECK(scene.now() == 24h);
    REQUIRE(scene.violations.size() == 1);
    CHECK(
        scene.violations.front().text ==
        "still stored after the retention time and a clean-up: redis k"
    );
}

TEST_CASE(
    "settler: the slowest recovery is the first horizon at which a retry was answered for good",
    "[world]"
) {
    Config config = one_caller();
    config.horizons = {0s, 10s, 20s};
    config.guarantees = {guarantee::Id::no_stuck_key};
    const auto locked_for_8_seconds = [](const Request& request, Env& env, Log&) {
        const auto locked = env.kv.set("k", "v", {.when = SetWhen::if_absent, .ttl = 8s});
        return *locked ? Reply{ReplyKind::done, receipt_for(request)} : Reply{ReplyKind::busy, ""};
    };
    Scene scene(config, locked_for_8_seconds, 0);
    CHECK(scene.world.slowest_recovery() == 0);
    scene.finish();
    CHECK(scene.world.slowest_recovery() == 1);
    CHECK(scene.violations.empty());
}

TEST_CASE("settler: a key that no quiet retry gets is stuck", "[world]") {
    Config config = one_caller();
    config.horizons = {0s, 400s};
    config.guarantees = {guarantee::Id::no_stuck_key};
    Scene scene(config, always(ReplyKind::busy), 0);
    scene.finish();
    REQUIRE(scene.violations.size() == 1);
    CHECK(
        scene.violations.front().text ==
        "key pay-1 is stuck: no quiet retry succeeded, not even the last one after +400s (never)"
    );
}

TEST_CASE("settler: a second effect in a quiet retry is named by its horizon", "[world]") {
    Config config = one_caller();
    config.horizons = {0s, 400s};
    config.guarantees = {guarantee::Id::single_effect};
    const auto charge = [](const Request& request, Env& env, Log&) {
        return Reply{ReplyKind::done, *env.gateway.charge(request, std::nullopt)};
    };
    Scene scene(config, charge, 0);
    scene.finish();
    REQUIRE(scene.violations.size() == 2);
    CHECK(
        scene.violations[0].text ==
        "2 effects for key pay-1 (the last by hq) in the quiet retry after +0s; at most 1 allowed"
    );
    CHECK(
        scene.violations[1].text ==
        "3 effects for key pay-1 (the last by hq) in the quiet retry after +400s; at most 1 allowed"
    );
}

}  // namespace onceproof::world
