#include "model/fake/redis.hpp"

#include <chrono>
#include <optional>
#include <string>

#include "tests/support/catch.hpp"

namespace onceproof::fake {
namespace {

using namespace std::chrono_literals;

constexpr Redis::Config plain{.persistence = Persistence::none};
constexpr Redis::Config synced_everysec{.persistence = Persistence::everysec};
constexpr Redis::Config with_replica{.persistence = Persistence::always, .replica = true};

Instant at(Duration since_start) {
    return Instant(since_start);
}

SetOptions ending(Duration ttl) {
    return {SetWhen::always, ttl};
}

TEST_CASE("Redis fake: set and get give back the value, an unknown key is empty", "[fake]") {
    Redis redis(plain);
    CHECK(redis.set("a", "1", {}, at(0s)) == Result<bool>(true));
    CHECK(redis.get("a", at(0s)) == "1");
    CHECK(redis.get("b", at(0s)) == std::nullopt);
    CHECK(redis.size(at(0s)) == 1);
}

TEST_CASE("Redis fake: NX writes an absent key only, XX an existing one only", "[fake]") {
    Redis redis(plain);
    CHECK(redis.set("a", "1", {SetWhen::if_present, {}}, at(0s)) == Result<bool>(false));
    CHECK(redis.set("a", "1", {SetWhen::if_absent, {}}, at(0s)) == Result<bool>(true));
    CHECK(redis.set("a", "2", {SetWhen::if_absent, {}}, at(0s)) == Result<bool>(false));
    CHECK(redis.get("a", at(0s)) == "1");
    CHECK(redis.set("a", "3", {SetWhen::if_present, {}}, at(0s)) == Result<bool>(true));
    CHECK(redis.get("a", at(0s)) == "3");
}

TEST_CASE("Redis fake: a key of 200 ms exists at 199.999 ms and not at 200 ms", "[fake]") {
    Redis redis(plain);
    CHECK(redis.set("a", "1", ending(200ms), at(0s)).ok());
    CHECK(redis.get("a", at(199'999us)) == "1");
    CHECK(redis.ttl("a", at(199'999us)) == Duration(1us));
    CHECK(redis.get("a", at(200ms)) == std::nullopt);
    CHECK(redis.ttl("a", at(200ms)) == std::nullopt);
    CHECK(redis.size(at(200ms)) == 0);
    CHECK_FALSE(redis.del("a", at(200ms)));
    CHECK_FALSE(redis.expire("a", 1s, at(200ms)));
    CHECK(redis.set("a", "2", {SetWhen::if_absent, {}}, at(200ms)) == Result<bool>(true));
}

TEST_CASE("Redis fake: a plain SET takes the expiry away, EXPIRE gives another", "[fake]") {
    Redis redis(plain);
    CHECK(redis.set("a", "1", ending(200ms), at(0s)).ok());
    CHECK(redis.set("a", "1", {}, at(0s)).ok());
    CHECK(redis.ttl("a", at(1h)) == Duration::max());
    CHECK(redis.expire("a", 5s, at(1h)));
    CHECK(redis.ttl("a", at(1h + 2s)) == Duration(3s));
}

TEST_CASE("Redis fake: a script acts on its expected value and on no other", "[fake]") {
    Redis redis(plain);
    CHECK_FALSE(redis.compare_and_delete("a", "", at(0s)));
    CHECK(redis.set("a", "w1", ending(1s), at(0s)).ok());
    CHECK_FALSE(redis.compare_and_expire("a", "w2", 9s, at(0s)));
    CHECK(redis.compare_and_expire("a", "w1", 9s, at(0s)));
    CHECK(redis.ttl("a", at(0s)) == Duration(9s));
    CHECK_FALSE(redis.compare_and_set("a", "w2", "done", 4s, at(0s)));
    CHECK(redis.compare_and_set("a", "w1", "done", 4s, at(0s)));
    CHECK(redis.get("a", at(0s)) == "done");
    CHECK(redis.ttl("a", at(0s)) == Duration(4s));
    CHECK_FALSE(redis.compare_and_delete("a", "w1", at(0s)));
    CHECK(redis.compare_and_delete("a", "done", at(0s)));
    CHECK(redis.size(at(0s)) == 0);
}

TEST_CASE("Redis fake: a full store refuses new keys until one ends (keys_max 2)", "[fake]") {
    Redis redis({.persistence = Persistence::none, .keys_max = 2});
    CHECK(redis.set("a", "1", ending(1s), at(0s)).ok());
    CHECK(redis.set("b", "1", {}, at(0s)).ok());
    const Result<bool> full(Error{ErrorKind::out_of_memory, Certainty::definite});
    CHECK(redis.set("c", "1", {}, at(0s)) == full);
    CHECK(redis.set("b", "2", {}, at(0s)) == Result<bool>(true));
    CHECK(redis.set("c", "1", {SetWhen::if_present, {}}, at(0s)) == Result<bool>(false));
    CHECK(redis.set("c", "1", {}, at(1s)) == Result<bool>(true));
}

TEST_CASE("Redis fake: a restart without persistence forgets everything", "[fake]") {
    Redis redis(plain);
    CHECK(redis.set("a", "1", {}, at(0s)).ok());
    redis.restart(at(10s));
    CHECK(redis.size(at(10s)) == 0);
}

TEST_CASE("Redis fake: a restart with everysec forgets the writes of the last second", "[fake]") {
    Redis redis(synced_everysec);
    CHECK(redis.set("a", "old", {}, at(0s)).ok());
    CHECK(redis.set("a", "new", {}, at(5s)).ok());
    CHECK(redis.set("b", "new", {}, at(5s)).ok());
    CHECK(redis.del("a", at(5'500ms)));
    SECTION("all of them at 5.9 s") {
        redis.restart(at(5'900ms));
        CHECK(redis.get("a", at(5'900ms)) == "old");
        CHECK(redis.get("b", at(5'900ms)) == std::nullopt);
    }
    SECTION("the DEL at 6 s: what is a second old is on disk") {
        redis.restart(at(6s));
        CHECK(redis.get("a", at(6s)) == "new");
        CHECK(redis.get("b", at(6s)) == "new");
    }
    SECTION("none at 6.5 s") {
        redis.restart(at(6'500ms));
        CHECK(redis.get("a", at(6'500ms)) == std::nullopt);
        CHECK(redis.get("b", at(6'500ms)) == "new");
    }
}

TEST_CASE("Redis fake: what a restart brings back keeps its first expiry", "[fake]") {
    Redis redis(synced_everysec);
    CHECK(redis.set("a", "1", ending(3s), at(0s)).ok());
    CHECK(redis.del("a", at(2s)));
    SECTION("it still lives") {
        redis.restart(at(2'500ms));
        CHECK(redis.ttl("a", at(2'500ms)) == Duration(500ms));
    }
    SECTION("it has ended meanwhile") {
        CHECK(redis.set("a", "2", ending(1h), at(2'900ms)).ok());
        redis.restart(at(3s));
        CHECK(redis.get("a", at(3s)) == std::nullopt);
    }
}

TEST_CASE("Redis fake: a failover takes back exactly the newest lost writes", "[fake]") {
    Redis redis(with_replica);
    CHECK(redis.set("a", "1", {}, at(0s)).ok());
    CHECK(redis.set("b", "1", {}, at(1s)).ok());
    CHECK_FALSE(redis.del("c", at(1s)));
    CHECK(redis.set("a", "9", {SetWhen::if_absent, {}}, at(1s)) == Result<bool>(false));
    CHECK(redis.del("a", at(2s)));
    CHECK(redis.forgettable() == 3);
    SECTION("0") {
        redis.fail_over(0, at(3s));
        CHECK(redis.size(at(3s)) == 1);
    }
    SECTION("1: the deleted key comes back") {
        redis.fail_over(1, at(3s));
        CHECK(redis.get("a", at(3s)) == "1");
        CHECK(redis.get("b", at(3s)) == "1");
    }
    SECTION("3") {
        redis.fail_over(3, at(3s));
        CHECK(redis.size(at(3s)) == 0);
    }
    CHECK(redis.forgettable() == 0);
}

TEST_CASE("Redis fake: a failover may forget the newest history_max writes only", "[fake]") {
    Redis redis({.persistence = Persistence::always, .replica = true, .history_max = 2});
    for (const char* value : {"1", "2", "3", "4"}) {
        CHECK(redis.set("a", value, {}, at(0s)).ok());
    }
    CHECK(redis.forgettable() == 2);
    redis.fail_over(2, at(0s));
    CHECK(redis.get("a", at(0s)) == "2");
}

TEST_CASE("Redis fake: without a replica nothing is forgettable", "[fake]") {
    Redis redis(synced_everysec);
    CHECK(redis.set("a", "1", {}, at(0s)).ok());
    CHECK(redis.forgettable() == 0);
}

TEST_CASE("Redis fake: a restart after a failover still forgets by age", "[fake]") {
    Redis redis({.persistence = Persistence::everysec, .replica = true});
    CHECK(redis.set("a", "1", {}, at(0s)).ok());
    CHECK(redis.set("b", "1", {}, at(5s)).ok());
    CHECK(redis.set("c", "1", {}, at(5s)).ok());
    redis.fail_over(1, at(5s));
    CHECK(redis.get("b", at(5s)) == "1");
    redis.restart(at(5s));
    CHECK(redis.get("b", at(5s)) == std::nullopt);
    CHECK(redis.get("a", at(5s)) == "1");
}

TEST_CASE("Redis fake: describe lists live keys in order with their end", "[fake]") {
    Redis redis(plain);
    CHECK(redis.set("lock:pay-42", "w1", ending(200ms), at(0s)).ok());
    CHECK(redis.set("done:pay-41", "paid", {}, at(0s)).ok());
    CHECK(redis.set("gone", "x", ending(1ms), at(0s)).ok());
    const auto lines = redis.describe(at(1ms));
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].name == "done:pay-41");
    CHECK(lines[0].content == "paid");
    CHECK(lines[1].name == "lock:pay-42");
    CHECK(lines[1].content == "w1");
    CHECK_FALSE(lines[0].ends.has_value());
    CHECK(lines[1].ends == at(200ms));
}

}  // namespace
}  // namespace onceproof::fake
