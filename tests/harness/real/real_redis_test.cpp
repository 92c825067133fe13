#include "harness/real/real_redis.hpp"

#include "tests/harness/real/kv_script.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using world::FaultKind;
using world::Passage;
using world::Reach;

constexpr Error timeout{ErrorKind::timeout, Certainty::indefinite};
constexpr Error unavailable{ErrorKind::unavailable, Certainty::definite};
constexpr Passage unanswered{.seen = timeout};
constexpr Passage lost{.reach = Reach::lost, .seen = timeout};
constexpr Passage held_back{.reach = Reach::held_back, .seen = timeout};
constexpr Passage late{.late = true};
constexpr Passage refused{.reach = Reach::refused, .seen = unavailable};

RealStore& redis() {
    static const std::unique_ptr<RealStore> store = real_redis();
    return *store;
}

std::string played(KvScript& script) {
    return words_of(script.play_on(redis()));
}

TEST_CASE("RealRedis: keys end where they do in the run, be it after a day", "[real]") {
    KvScript script;
    script.set("day", "d", 25h);
    script.set("short", "s", 50ms);
    script.set("short", "again", 50ms, SetWhen::if_absent);
    script.get("short");
    script.pass(50ms);
    script.get("short");
    script.set("short", "again", 4s, SetWhen::if_absent);
    script.pass(24h);
    script.get("day");
    script.get("short");
    script.pass(1h);
    script.get("day");
    script.set("month", "m", 720h);
    CHECK(played(script).empty());
    CHECK(redis().version().starts_with("Redis 7."));
}

TEST_CASE("RealRedis: a lost request is never applied, a lost reply is no lost command", "[real]") {
    KvScript script;
    script.apply(KvScript::set_call("a", "1", 4s, SetWhen::if_absent), lost);
    script.get("a");
    script.apply(KvScript::set_call("a", "2", 4s, SetWhen::if_absent), unanswered);
    script.get("a");
    script.apply(
        {.code = world::OpCode::kv_compare_and_set,
         .key = "a",
         .value = "3",
         .expected = "2",
         .ttl = 1h},
        unanswered
    );
    script.get("a");
    CHECK(played(script).empty());
}

TEST_CASE(
    "RealRedis: a late request arrives when it is due, and its key lives from then", "[real]"
) {
    KvScript script;
    const world::KvCall call = KvScript::set_call("a", "1", 2s);
    script.apply(call, held_back);
    script.set("b", "2", 3s);
    script.get("a");
    script.pass(2s);
    script.apply(call, late);
    script.get("a");
    script.pass(1s);
    script.get("b");
    script.get("a");
    script.pass(1s);
    script.get("a");
    CHECK(played(script).empty());
}

TEST_CASE("RealRedis: a restart keeps what was synced, all, or nothing", "[real]") {
    KvScript script(
        {.persistence = GENERATE(
             fake::Persistence::none, fake::Persistence::everysec, fake::Persistence::always
         )}
    );
    script.set("a", "1", 1h);
    script.set("b", "1");
    script.pass(1s);
    script.set("b", "2");
    script.set("c", "3");
    script.strike({.kind = FaultKind::redis_restart});
    script.get("a");
    script.get("b");
    script.get("c");
    CHECK(played(script).empty());
}

TEST_CASE("RealRedis: a replica takes over twice, without the newest writes", "[real]") {
    KvScript script;
    script.set("a", "1", 1h);
    script.set("a", "2", 1h, SetWhen::if_absent);
    script.set("b", "1");
    script.set("b", "2");
    script.strike({.kind = FaultKind::redis_failover, .lost = 2});
    script.get("a");
    script.get("b");
    script.set("c", "1");
    script.strike({.kind = FaultKind::redis_failover, .lost = 1});
    script.get("a");
    script.get("c");
    CHECK(played(script).empty());
}

TEST_CASE("RealRedis: down it refuses all, read-only it refuses writes, for that long", "[real]") {
    KvScript script;
    script.set("a", "1", 2h);
    script.strike({.kind = FaultKind::redis_down, .duration = 10s});
    script.apply({.code = world::OpCode::kv_get, .key = "a"}, refused);
    script.apply(KvScript::set_call("b", "1"), lost);
    script.pass(10s);
    script.get("a");
    script.strike({.kind = FaultKind::redis_read_only, .duration = 10s});
    script.get("a");
    script.apply(KvScript::set_call("b", "1"), refused);
    script.pass(10s);
    script.set("b", "1");
    CHECK(played(script).empty());
}

TEST_CASE("RealRedis: evicted keys are gone, and a full store takes no new ones", "[real]") {
    KvScript script({.keys_max = 2, .evicts = true});
    script.set("a", "1");
    script.set("b", "1");
    script.set("c", "1");
    script.strike({.kind = FaultKind::redis_eviction, .key = "a"});
    script.get("a");
    script.set("c", "1");
    CHECK(played(script).empty());
}

TEST_CASE("RealRedis: a refused call finds nobody, and the store stays as it is", "[real]") {
    KvScript script;
    script.set("a", "1");
    script.step(FaultKind::refused);
    script.add(world::KvCall{.code = world::OpCode::kv_get, .key = "a", .passage = refused});
    script.get("a");
    CHECK(played(script).empty());
}

TEST_CASE("RealRedis: an answer that is not the server's is told with its step", "[real]") {
    KvScript script;
    script.set("a", "1");
    script.step();
    world::KvCall claim = KvScript::set_call("a", "2", {}, SetWhen::if_absent);
    claim.result = world::KvOperation::Answer{.flag = true, .text = {}, .left = {}};
    script.add(claim);
    CHECK(played(script) == "2: set a = 2 NX | yes | no");
}

TEST_CASE("RealRedis: keys at the end that are not the server's are told", "[real]") {
    KvScript script;
    script.set("a", "1", 1h);
    script.step();
    world::KvCall unknown = KvScript::set_call("b", "2");
    unknown.result = world::KvOperation::Answer{.flag = true, .text = {}, .left = {}};
    script.add(unknown);
    CHECK(played(script) == "2: the keys at the end | a = 1 (ends) | a = 1 (ends), b = 2");
}

TEST_CASE("RealRedis: ephemeral keys have no counterpart", "[real]") {
    KvScript script;
    world::KvCall call = KvScript::set_call("a", "1");
    call.options.ephemeral = true;
    script.apply(call, {});
    const auto obstacle = script.play_on(redis());
    REQUIRE(obstacle.has_value());
    CHECK(obstacle->kind == Obstacle::Kind::no_counterpart);
    CHECK(obstacle->what == "an ephemeral key (ZooKeeper, etcd)");
}

}  // namespace
}  // namespace onceproof::harness
