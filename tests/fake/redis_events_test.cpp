#include <chrono>
#include <optional>
#include <string>

#include "model/fake/redis.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {
namespace {

using namespace std::chrono_literals;

constexpr SetOptions plain{};
constexpr SetOptions ephemeral{.when = SetWhen::always, .ttl = {}, .ephemeral = true};

Redis::Config evicting() {
    Redis::Config config;
    config.evicts = true;
    return config;
}

Fingerprint print_of(const Redis& redis, Instant now) {
    Hasher hasher;
    Naming naming;
    redis.hash(hasher, now, naming);
    return hasher.finish();
}

void write(Redis& redis, std::string_view key, Instant now) {
    REQUIRE(redis.set(key, "x", plain, now).ok());
}

}  // namespace

TEST_CASE("Redis eviction: the least recently written key goes first", "[fake]") {
    Redis redis(evicting());
    const Instant now{};
    CHECK(redis.evictable("", now) == std::nullopt);
    write(redis, "b", now);
    write(redis, "a", now);
    write(redis, "c", now);
    CHECK(redis.evictable("", now) == "b");
    REQUIRE(redis.compare_and_set("b", "x", "y", 1s, now));
    CHECK(redis.evictable("", now) == "a");
    REQUIRE(redis.expire("a", 2s, now));
    CHECK(redis.evictable("", now) == "c");
    CHECK(redis.evictable("b", now) == "b");
    CHECK(redis.evictable("b", now + 1s) == std::nullopt);
    CHECK(redis.evictable("lock:", now) == std::nullopt);
}

TEST_CASE("Redis eviction: a key that a failover brought back counts as the oldest", "[fake]") {
    Redis::Config config = evicting();
    config.replica = true;
    Redis redis(config);
    const Instant now{};
    write(redis, "a", now);
    write(redis, "b", now);
    write(redis, "b", now);
    CHECK(redis.evictable("", now) == "a");
    redis.fail_over(1, now);
    CHECK(redis.evictable("", now) == "b");
}

TEST_CASE("Redis eviction: the order of the last writes is state only where it counts", "[fake]") {
    const Instant now{};
    const auto written = [&](Redis::Config config, std::string_view first, std::string_view second
                         ) {
        config.persistence = Persistence::none;
        Redis redis(config);
        write(redis, first, now);
        write(redis, second, now);
        return print_of(redis, now);
    };
    CHECK(written({}, "a", "b") == written({}, "b", "a"));
    CHECK(written(evicting(), "a", "b") != written(evicting(), "b", "a"));
}

TEST_CASE("Redis session: its keys end with it, those of others and plain ones stay", "[fake]") {
    Redis redis({});
    const Instant now{};
    CHECK(redis.first_session(now) == 0);
    REQUIRE(redis.set("a", "1", ephemeral, now, 1).ok());
    REQUIRE(redis.set("b", "2", ephemeral, now, 2).ok());
    REQUIRE(redis.set("c", "3", plain, now, 1).ok());
    CHECK(redis.first_session(now) == 1);
    redis.end_session(1, now + 10s);
    CHECK(redis.first_session(now) == 2);
    CHECK(redis.get("a", now + 9s) == "1");
    CHECK(redis.get("a", now + 10s) == std::nullopt);
    CHECK(redis.get("b", now + 10s) == "2");
    CHECK(redis.get("c", now + 10s) == "3");
}

TEST_CASE(
    "Redis session: an end leaves an earlier expiry alone, a later session owns nothing of it",
    "[fake]"
) {
    Redis redis({});
    const Instant now{};
    const SetOptions short_lived{.when = SetWhen::always, .ttl = 2s, .ephemeral = true};
    REQUIRE(redis.set("a", "1", short_lived, now, 1).ok());
    REQUIRE(redis.set("b", "2", ephemeral, now, 1).ok());
    redis.end_session(1, now + 10s);
    redis.end_session(1, now + 1s);
    CHECK(redis.ttl("a", now) == std::optional<Duration>(2s));
    CHECK(redis.ttl("b", now) == std::optional<Duration>(10s));
}

TEST_CASE("Redis session: what a failover brings back has no dead owner", "[fake]") {
    Redis::Config config;
    config.replica = true;
    Redis redis(config);
    const Instant now{};
    REQUIRE(redis.set("a", "1", ephemeral, now, 1).ok());
    REQUIRE(redis.del("a", now));
    redis.end_session(1, now);
    redis.fail_over(1, now);
    CHECK(redis.get("a", now) == std::nullopt);
}

TEST_CASE("Redis session: whose key it is, is state", "[fake]") {
    const Instant now{};
    const auto owned_by = [&](std::uint8_t session) {
        Redis redis({});
        REQUIRE(redis.set("a", "1", ephemeral, now, session).ok());
        return print_of(redis, now);
    };
    CHECK(owned_by(1) == owned_by(1));
    CHECK(owned_by(1) != owned_by(2));
    CHECK(owned_by(1) != owned_by(0));
}

}  // namespace onceproof::fake
