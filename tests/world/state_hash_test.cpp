#include "model/world/state_hash.hpp"

#include <algorithm>
#include <vector>

#include "model/base/random.hpp"
#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

/// Takes a lock under its own id, charges, and gives the lock back.
Reply lock_and_charge(const Request& request, Env& env, Log&) {
    const std::string id = env.ids.uuid();
    const SetOptions lock{.when = SetWhen::if_absent, .ttl = 30s};
    const Result<bool> locked = env.kv.set("lock", id, lock);
    if (!locked.ok() || !*locked) {
        return {ReplyKind::in_progress, ""};
    }
    static_cast<void>(env.kv.get("lock"));
    static_cast<void>(env.gateway.charge(request, std::nullopt));
    static_cast<void>(env.kv.compare_and_delete("lock", id));
    return {ReplyKind::done, "paid order-1 100"};
}

/// Two like callers, each of whose attempts goes to an instance of its own.
Config two_callers(const Strategy& strategy) {
    Config config = one_caller();
    config.callers.assign(2, {.request = pay_1(), .start = 0s});
    config.instances = 2;
    config.attempts_max = 2;
    config.strategy = &strategy;
    config.faults = {
        {.kind = FaultKind::reply_lost, .max = 1},
        {.kind = FaultKind::request_lost, .max = 1},
        {.kind = FaultKind::crash_before, .duration = 1s, .max = 1}};
    return config;
}

/// Two worlds, in one of which the callers are in each other's place.
struct Mirrored {
    explicit Mirrored(const Config& config)
        : here(config, RestoreBy::snapshot), there(config, RestoreBy::snapshot) {
        for (World* world : {&here, &there}) {
            world->alike().merge(true);
            world->reset(2);
        }
    }

    /// Takes the option in one world, and its counterpart in the other.
    void take(std::size_t option) {
        explore::Option other = here.enabled()[option];
        other.actor = here.alike().exchanges()[1].places[other.actor];
        const auto menu = there.enabled();
        const auto found = std::find(menu.begin(), menu.end(), other);
        REQUIRE(found != menu.end());
        there.take(static_cast<std::size_t>(found - menu.begin()));
        here.take(option);
    }

    World here;
    World there;
};

}  // namespace

TEST_CASE("state hash: like callers in each other's place have the same state", "[world]") {
    Log log;
    const Script script(lock_and_charge, log);
    const Config config = two_callers(script);
    std::size_t steps = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        Mirrored worlds(config);
        while (!worlds.here.enabled().empty()) {
            worlds.take(random.below(worlds.here.enabled().size()));
            ++steps;
            CAPTURE(seed, steps);
            REQUIRE(worlds.here.fingerprint() == worlds.there.fingerprint());
        }
        CHECK(worlds.there.enabled().empty());
        CHECK_FALSE(worlds.here.alike().refuted());
    }
    CHECK(steps > 1'000);
}

TEST_CASE("state hash: told apart, those who are in each other's place differ", "[world]") {
    Log log;
    const Script script(lock_and_charge, log);
    Mirrored worlds(two_callers(script));
    for (World* world : {&worlds.here, &worlds.there}) {
        world->alike().merge(false);
        world->reset(0);
    }
    CHECK(worlds.here.fingerprint() == worlds.there.fingerprint());
    worlds.take(0);
    CHECK(worlds.here.fingerprint() != worlds.there.fingerprint());
}

TEST_CASE("state hash: a state that is come back to hashes as it did", "[world]") {
    Log log;
    const Script script(lock_and_charge, log);
    World world(two_callers(script), RestoreBy::snapshot);
    world.alike().merge(true);
    world.reset(1);
    struct Kept {
        explore::Snapshot snapshot;
        Fingerprint print;
    };
    std::vector<Kept> kept;
    Random random(7);
    while (!world.enabled().empty()) {
        kept.push_back({world.save(), world.fingerprint()});
        world.take(random.below(world.enabled().size()));
    }
    CHECK(kept.size() > 5);
    std::reverse(kept.begin(), kept.end());
    for (const Kept& each : kept) {
        world.restore(each.snapshot);
        CHECK(world.fingerprint() == each.print);
    }
}

}  // namespace onceproof::world
