#include "model/world/alike.hpp"

#include "model/world/mentions.hpp"
#include "tests/world/explored.hpp"

namespace onceproof::world {
namespace {

Config callers(std::size_t count, std::size_t instances) {
    Config config = one_caller();
    config.callers.assign(count, {.request = pay_1(), .start = 0s});
    config.instances = instances;
    return config;
}

std::size_t ways(const Config& config) {
    return Alike(config, Cast(config)).exchanges().size();
}

/// States of the largest budget, apart and merged; merged 0: refuted.
struct Counts {
    std::uint64_t apart = 0;
    std::uint64_t merged = 0;
};

Counts count(Config config, Script::Code code, std::size_t fault_budget) {
    Log log;
    const Script script(std::move(code), log);
    config.strategy = &script;
    World world(config, RestoreBy::snapshot);
    Counts counts;
    const auto search = [&] {
        return explore::exhaustive(world, {.fault_budget = fault_budget}).budgets.back().states;
    };
    counts.apart = search();
    world.alike().merge(true);
    CHECK(world.alike().merging());
    counts.merged = search();
    counts.merged = world.alike().refuted() ? 0 : counts.merged;
    return counts;
}

const Reply done{ReplyKind::done, "paid order-1 100"};

/// Takes a lock under its own id, charges, and gives the lock back.
Reply lock_and_charge(const Request& request, Env& env, Log&) {
    const std::string id = env.ids.uuid();
    const SetOptions lock{.when = SetWhen::if_absent, .ttl = 30s};
    const Result<bool> locked = env.kv.set("lock", "by " + id, lock);
    if (!locked.ok() || !*locked) {
        return {ReplyKind::in_progress, ""};
    }
    static_cast<void>(env.kv.get("lock"));
    static_cast<void>(env.gateway.charge(request, std::nullopt));
    static_cast<void>(env.kv.compare_and_delete("lock", "by " + id));
    return done;
}

Reply key_by_id(const Request&, Env& env, Log&) {
    static_cast<void>(env.kv.set("lock:" + env.ids.uuid(), "1", {.ttl = 30s}));
    return done;
}

}  // namespace

TEST_CASE("alike: callers change places as far as their instances let them", "[world]") {
    CHECK(ways(callers(1, 2)) == 1);
    CHECK(ways(callers(2, 1)) == 2);
    CHECK(ways(callers(2, 2)) == 2);
    CHECK(ways(callers(2, 3)) == 1);
    CHECK(ways(callers(3, 1)) == 6);
    // The first and the third only: the second has the other instance.
    CHECK(ways(callers(3, 2)) == 2);
    // All three by one place on, or two.
    CHECK(ways(callers(3, 3)) == 3);
    CHECK(ways(callers(4, 2)) == 8);
}

TEST_CASE("alike: whoever asks for something else is like nobody", "[world]") {
    Config config = callers(2, 2);
    config.callers[1].request.amount = 250;
    CHECK(ways(config) == 1);
    config = callers(2, 2);
    config.callers[1].start = 1s;
    CHECK(ways(config) == 1);
    config = callers(3, 1);
    config.callers[1].request.user = "user-2";
    CHECK(ways(config) == 2);
}

TEST_CASE("alike: where a broker, a key or a clock would tell, nobody is", "[world]") {
    Config config = callers(2, 2);
    config.consumers = 1;
    CHECK(ways(config) == 1);
    config = callers(2, 2);
    config.load = Load::messages;
    CHECK(ways(config) == 1);
    config = callers(2, 2);
    config.issues = true;
    CHECK(ways(config) == 1);
    config = callers(2, 2);
    config.identity = Identity::per_attempt;
    CHECK(ways(config) == 1);
    config = callers(2, 2);
    config.faults = {{.kind = FaultKind::clock_step, .duration = 1s}};
    CHECK(ways(config) == 1);
    config.instances = 1;
    CHECK(ways(config) == 2);
}

TEST_CASE("alike: with a caller its handlers, tasks, sessions and instances change", "[world]") {
    Config config = callers(2, 2);
    config.attempts_max = 2;
    config.uses_tasks = true;
    config.faults = {{.kind = FaultKind::resent, .at = "call.send"}};
    const Cast cast(config);
    const Alike alike(config, cast);
    const Exchange& exchange = alike.exchanges().back();
    const auto place_of = [&](std::string_view name) {
        std::size_t actor = 0;
        while (cast[actor].name != name) {
            ++actor;
        }
        CHECK(exchange.actors[exchange.places[actor]] == actor);
        CHECK(exchange.sessions[2 * actor + 1] == 2 * exchange.places[actor] + 1);
        return cast[exchange.places[actor]].name;
    };
    CHECK(place_of("world") == "world");
    CHECK(place_of("network") == "network");
    CHECK(place_of("c1") == "c2");
    CHECK(place_of("quiet") == "quiet");
    CHECK(place_of("hq") == "hq");
    CHECK(place_of("h1.2b") == "h2.2b");
    CHECK(place_of("h2.1") == "h1.1");
    CHECK(place_of("t2.1b") == "t1.1b");
    CHECK(exchange.instances == std::vector<std::uint8_t>{1, 0});
    CHECK(exchange.owners == std::vector<std::uint8_t>{0, 2, 1});
    CHECK(exchange.callers == std::vector<std::uint8_t>{0, 2, 1});
}

TEST_CASE("alike: states are merged, and ids are whose they are", "[world]") {
    Config config = callers(2, 2);
    config.faults = {{.kind = FaultKind::reply_lost, .at = "kv"}};
    const Counts two = count(config, lock_and_charge, 1);
    CHECK(two.apart == 129);
    CHECK(two.merged == 68);
    const Counts three = count(callers(3, 1), lock_and_charge, 0);
    CHECK(three.apart == 459);
    CHECK(three.merged == 103);
}

TEST_CASE("alike: an id by which keys are put in order refutes it", "[world]") {
    CHECK(count(callers(2, 2), key_by_id, 0).merged == 0);
}

TEST_CASE("alike: a pool that may run short refutes it", "[world]") {
    const Script::Code one_connection = [](const Request&, Env& env, Log&) {
        const Result<SqlSession*> session = env.sql.open();
        static_cast<void>((*session)->execute("SELECT n FROM item WHERE name = 'a'"));
        return done;
    };
    Config config = callers(2, 1);
    config.pool = 2;
    CHECK(count(config, one_connection, 0).merged > 0);
    config.pool = 1;
    CHECK(count(config, one_connection, 0).merged == 0);
}

TEST_CASE("alike: whoever is left without a connection for ever refutes it", "[world]") {
    // Two connections each, of two: both may hold one and wait for the other's.
    const Script::Code two_connections = [](const Request&, Env& env, Log&) {
        const Result<SqlSession*> first = env.sql.open();
        static_cast<void>((*first)->execute("SELECT n FROM item WHERE name = 'a'"));
        const Result<SqlSession*> second = env.sql.open();
        static_cast<void>((*second)->execute("SELECT n FROM item WHERE name = 'a'"));
        return done;
    };
    Config config = callers(2, 1);
    config.pool = 4;
    CHECK(count(config, two_connections, 0).merged > 0);
    config.pool = 2;
    CHECK(count(config, two_connections, 0).merged == 0);
}

TEST_CASE("alike: what is refuted is so until merging begins anew", "[world]") {
    const Config config = callers(2, 2);
    Alike alike(config, Cast(config));
    CHECK(alike.possible());
    CHECK_FALSE(alike.merging());
    alike.merge(true);
    CHECK(alike.merging());
    alike.refute();
    CHECK(alike.refuted());
    alike.merge(false);
    CHECK_FALSE(alike.merging());
    CHECK_FALSE(alike.refuted());
    const Config single = callers(1, 2);
    Alike alone(single, Cast(single));
    alone.merge(true);
    CHECK_FALSE(alone.merging());
}

TEST_CASE("mentions: texts hash without their callers, and the callers by their names", "[world]") {
    const std::vector<std::uint8_t> here{0, 1, 2};
    const std::vector<std::uint8_t> there{0, 2, 1};
    struct Both {
        Fingerprint text;
        Fingerprint callers;
    };
    const auto both = [](std::string_view text, const std::vector<std::uint8_t>& names) {
        Mentions mentions;
        Hasher hasher;
        mentions.add(hasher, text);
        Hasher whom;
        mentions.hash(whom, names);
        return Both{hasher.finish(), whom.finish()};
    };
    CHECK(both("by h1.1-1", here).text == both("by h2.1-1", here).text);
    CHECK(both("by h1.1-1", here).callers != both("by h2.1-1", here).callers);
    CHECK(both("by h1.1-1", there).callers == both("by h2.1-1", here).callers);
    CHECK(both("by h1.1-1", here).text != both("by h1.1-2", here).text);
    CHECK(both("h1.1-1 h2.1-1", there).callers == both("h2.1-1 h1.1-1", here).callers);
    Mentions many;
    Hasher hasher;
    for (std::size_t i = 0; i < Mentions::most; ++i) {
        many.add(hasher, "h1.1-1");
    }
    CHECK(many.count() == Mentions::most);
    CHECK_FALSE(many.lost());
    many.add(hasher, "h1.1-1");
    CHECK(many.lost());
    Mentions large;
    large.add(hasher, "h16.1-1");
    CHECK(large.lost());
}

}  // namespace onceproof::world
