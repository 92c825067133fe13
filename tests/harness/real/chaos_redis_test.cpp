#include "harness/real/chaos_redis.hpp"

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<ChaosRedis> redis_with(const std::string& persistence, bool replica) {
    std::string trouble;
    auto redis = ChaosRedis::start(persistence, replica, trouble);
    INFO(trouble);
    REQUIRE(redis != nullptr);
    return redis;
}

TEST_CASE(
    "chaos redis: forgets what it does not keep when it restarts, and keeps the rest", "[backend]"
) {
    const bool keeps = GENERATE(false, true);
    auto redis = redis_with(keeps ? "everysec" : "none", false);
    CHECK(redis->name().starts_with("Redis "));
    backend::RedisKv client(redis->address(), 2s);
    REQUIRE(client.set("key", "1", {}).ok());
    REQUIRE_FALSE(redis->restart().has_value());
    backend::RedisKv again(redis->address(), 2s);
    CHECK(again.get("key")->has_value() == keeps);
}

TEST_CASE("chaos redis: a failover loses the newest writes, and comes again", "[backend]") {
    auto redis = redis_with("none", true);
    for (int round = 0; round < 2; ++round) {
        const std::string kept = "kept" + std::to_string(round);
        backend::RedisKv before(redis->address(), 2s);
        REQUIRE(before.set(kept, "1", {}).ok());
        std::this_thread::sleep_for(100ms);  // the replica gets it
        std::jthread writer([&] {
            backend::RedisKv client(redis->address(), 2s);
            for (int i = 0; i < 2000; ++i) {
                if (!client.set("late" + std::to_string(i), "1", {}).ok()) {
                    return;
                }
            }
        });
        REQUIRE_FALSE(redis->fail_over(30ms).has_value());
        writer.join();
        backend::RedisKv after(redis->address(), 2s);
        CHECK(after.get(kept)->has_value());
        constexpr std::array<std::string_view, 2> info{"INFO", "replication"};
        CHECK((*after.command(info))->find("connected_slaves:1") != std::string::npos);
    }
}

TEST_CASE("chaos redis: cut, unreachable, read-only, and without a key", "[backend]") {
    auto redis = redis_with("none", false);
    backend::RedisKv client(redis->address(), 2s);
    REQUIRE(client.set("lock:1", "1", {}).ok());
    redis->cut();
    CHECK_FALSE(client.get("lock:1").ok());
    redis->refuse();
    CHECK(client.get("lock:1").error().kind == ErrorKind::unavailable);
    redis->accept();
    redis->read_only(true);
    CHECK(client.set("lock:1", "2", {}).error().kind == ErrorKind::unavailable);
    redis->read_only(false);
    CHECK(client.set("lock:2", "2", {}).ok());
    CHECK(redis->evict("mark:", 5) == "");
    CHECK(redis->evict("lock:2", 5) == "lock:2");
    CHECK_FALSE(client.get("lock:2")->has_value());
    redis->pause();
    backend::RedisKv hasty(redis->address(), 50ms);
    CHECK_FALSE(hasty.get("lock:1").ok());
    redis->resume();
    CHECK(client.get("lock:1")->has_value());
}

}  // namespace
}  // namespace onceproof::harness
