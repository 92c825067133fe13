#include "model/world/world.hpp"

#include <thread>

#include <rapidcheck.h>

#include "model/base/random.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/random.hpp"
#include "tests/support/law.hpp"
#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

/// Lock, charge, record, unlock, with a transaction: touches every store.
Reply busy_handler(const Request& request, Env& env, Log&) {
    SqlSession& session = **env.sql.open();
    const std::string me = env.ids.uuid();
    const auto locked = env.kv.set("lock", me, {.when = SetWhen::if_absent, .ttl = 6s});
    if (locked.ok() && !*locked) {
        return {ReplyKind::busy, ""};
    }
    session.begin(Isolation::read_committed);
    const auto row = session.execute("INSERT INTO item (name, n) VALUES ($1, 1)", request.key);
    const auto paid = env.gateway.charge(request, std::nullopt);
    const auto committed = session.commit();
    static_cast<void>(env.kv.compare_and_delete("lock", me));
    return row.ok() && paid.ok() && committed.ok() ? Reply{ReplyKind::done, *paid}
                                                   : Reply{ReplyKind::error, ""};
}

Config two_callers_with_faults() {
    Config config = with_faults(
        {{.kind = FaultKind::reply_lost},
         {.kind = FaultKind::stall, .at = "kv", .duration = 7s},
         {.kind = FaultKind::crash_after, .at = "gateway"},
         {.kind = FaultKind::late, .at = "sql.commit", .duration = 1s},
         {.kind = FaultKind::redis_restart}}
    );
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.attempts_max = 2;
    config.horizons = {0s, 400s};
    config.redis.persistence = fake::Persistence::none;
    config.guarantees = {guarantee::Id::single_effect, guarantee::Id::no_stuck_key};
    return config;
}

/// A world that owns its strategy, so that several can run at once.
struct Own {
    explicit Own(RestoreBy restore_by = RestoreBy::snapshot)
        : script(busy_handler, log), world(with_strategy(), restore_by) {}

    Config with_strategy() {
        Config config = two_callers_with_faults();
        config.strategy = &script;
        return config;
    }

    Log log;
    Script script;
    World world;
};

/// A walk by choices; each step's fingerprint.
std::vector<Fingerprint> walk(World& world, const std::vector<std::uint32_t>& choices) {
    std::vector<Fingerprint> prints{world.fingerprint()};
    for (const std::uint32_t choice : choices) {
        const std::size_t options = world.enabled().size();
        if (options == 0) {
            break;
        }
        world.take(choice % options);
        prints.push_back(world.fingerprint());
    }
    return prints;
}

std::vector<std::uint32_t> choices_of(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<std::uint32_t> choices(count);
    for (std::uint32_t& choice : choices) {
        choice = static_cast<std::uint32_t>(random.below(1000));
    }
    return choices;
}

std::vector<Fingerprint> walk_from_start(const std::vector<std::uint32_t>& choices) {
    Own own;
    own.world.reset(2);
    return walk(own.world, choices);
}

}  // namespace

TEST_CASE("world: option 0 goes on with the actor that ran last", "[world]") {
    Own own;
    own.world.reset(0);
    const auto first = [&] {
        return own.world.describe(own.world.enabled().front());
    };
    CHECK(first() == "c1:call.send");
    own.world.take(1);
    CHECK(first() == "c1:call.send");
    own.world.take(1);
    CHECK(first() == "h2.1:sql.insert");
    own.world.take(0);
    CHECK(first() == "h2.1:gateway.charge");
}

TEST_CASE("world: an unknown option is described all the same", "[world]") {
    const Own own;
    CHECK(
        own.world.describe({.actor = 99, .operation = 11, .object = 0, .outcome = 0}) ==
        "actor99:kv.set"
    );
    CHECK(
        own.world.describe({.actor = 2, .operation = 99, .object = 0, .outcome = 30}) ==
        "c1:unknown:fault30"
    );
}

TEST_CASE(
    "world: the same schedule gives the same fingerprints, in one world and in two", "[world]"
) {
    const std::vector<std::uint32_t> choices = choices_of(7, 60);
    const std::vector<Fingerprint> once = walk_from_start(choices);
    CHECK(once.size() > 20);
    CHECK(walk_from_start(choices) == once);
    Own own;
    for (int i = 0; i < 2; ++i) {
        own.world.reset(2);
        CHECK(walk(own.world, choices) == once);
    }
}

TEST_CASE("world: law: a random schedule replayed gives the same fingerprints", "[world]") {
    Own own;
    CHECK(law_holds(
        "the same choices give the same fingerprints",
        {.count = 60, .size_max = 80, .seed = 11},
        [&](const std::vector<std::uint32_t>& choices) {
            own.world.reset(2);
            const std::vector<Fingerprint> once = walk(own.world, choices);
            own.world.reset(2);
            RC_ASSERT(walk(own.world, choices) == once);
        }
    ));
}

TEST_CASE("world: law: saving and restoring in the middle changes nothing", "[world]") {
    for (const RestoreBy restore_by : {RestoreBy::snapshot, RestoreBy::replay}) {
        Own own(restore_by);
        CHECK(law_holds(
            "save, go on, restore, go on again: twice the same",
            {.count = 40, .size_max = 60, .seed = 12},
            [&](const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& after) {
                own.world.reset(2);
                walk(own.world, before);
                const explore::Snapshot snapshot = own.world.save();
                const std::vector<Fingerprint> once = walk(own.world, after);
                own.world.restore(snapshot);
                RC_ASSERT(walk(own.world, after) == once);
                own.world.restore(snapshot);
                RC_ASSERT(own.world.fingerprint() == once.front());
            }
        ));
    }
}

TEST_CASE(
    "world: both ways to restore see the same states, transitions, ends and violations", "[world]"
) {
    explore::ExhaustiveResult results[2];
    for (const RestoreBy restore_by : {RestoreBy::snapshot, RestoreBy::replay}) {
        Own own(restore_by);
        results[static_cast<int>(restore_by)] =
            explore::exhaustive(own.world, {.fault_budget = 1, .guarantees = {}, .limits = {}});
    }
    REQUIRE(results[0].budgets.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(results[0].budgets[i].states == results[1].budgets[i].states);
        CHECK(results[0].budgets[i].transitions == results[1].budgets[i].transitions);
        CHECK(results[0].budgets[i].ends == results[1].budgets[i].ends);
    }
    CHECK(results[0].outcomes == results[1].outcomes);
    REQUIRE(results[0].violations.size() == results[1].violations.size());
    for (std::size_t i = 0; i < results[0].violations.size(); ++i) {
        CHECK(results[0].violations[i].violation == results[1].violations[i].violation);
        CHECK(results[0].violations[i].schedule == results[1].violations[i].schedule);
    }
}

TEST_CASE("world: two threads with a world each see the same", "[world]") {
    std::vector<Fingerprint> seen[2];
    {
        std::vector<std::jthread> threads;
        for (auto& result : seen) {
            threads.emplace_back([&result] {
                Own own;
                for (std::uint64_t seed = 0; seed < 50; ++seed) {
                    own.world.reset(2);
                    const auto prints = walk(own.world, choices_of(seed, 60));
                    result.insert(result.end(), prints.begin(), prints.end());
                }
            });
        }
    }
    CHECK(seen[0].size() > 1000);
    CHECK(seen[0] == seen[1]);
}

TEST_CASE(
    "world: a budget that is used up and one that never was are different states", "[world]"
) {
    Own own;
    own.world.reset(0);
    const Fingerprint none = own.world.fingerprint();
    own.world.reset(1);
    CHECK(own.world.fingerprint() != none);
    own.world.reset(0);
    CHECK(own.world.fingerprint() == none);
}

TEST_CASE(
    "world: after walks, which take no fingerprints, states have those of before", "[world]"
) {
    Own own;
    own.world.reset(2);
    walk(own.world, choices_of(3, 20));
    const Fingerprint before = own.world.fingerprint();
    static_cast<void>(explore::random_walks(own.world, {.cases = 20, .fault_budget = 2}));
    own.world.reset(2);
    walk(own.world, choices_of(3, 20));
    CHECK(own.world.fingerprint() == before);
}

TEST_CASE("world: a second recorded run says the same as the first", "[world]") {
    Own own;
    own.world.record(true);
    std::vector<history::Step> runs[2];
    for (auto& notes : runs) {
        own.world.reset(2);
        walk(own.world, choices_of(3, 60));
        notes = own.world.take_notes();
    }
    CHECK(runs[0].size() > 10);
    CHECK(runs[0] == runs[1]);
}

}  // namespace onceproof::world
