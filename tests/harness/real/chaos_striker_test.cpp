#include "harness/real/chaos_striker.hpp"

#include <chrono>
#include <string>
#include <thread>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

TEST_CASE(
    "chaos striker: every fault of Redis strikes, is told, and leaves it reachable", "[backend]"
) {
    std::string trouble;
    const auto redis = ChaosRedis::start("everysec", true, trouble);
    INFO(trouble);
    REQUIRE(redis != nullptr);
    ChaosMenu menu;
    for (auto fault = ServerFault::redis_cut; fault <= ServerFault::redis_eviction;
         fault = static_cast<ServerFault>(static_cast<int>(fault) + 1)) {
        menu.servers.push_back({fault, 10ms, ""});
    }
    std::atomic<std::int64_t> ahead{0};
    menu.servers.push_back({ServerFault::clock_step, 1h, ""});
    ServerEvents events(std::chrono::steady_clock::now());
    {
        ChaosStriker striker(
            {.redis = redis.get(), .clock_ahead_us = &ahead, .redis_patience = 10ms},
            menu,
            5,
            events
        );
        std::this_thread::sleep_for(4s);
        striker.stop();
        CHECK(striker.trouble() == "");
        std::size_t told = 0;
        for (const ServerEvent& event : events.all()) {
            told += event.text.empty() ? 0 : 1;
            CHECK(event.end >= event.begin);
        }
        std::size_t counted_faults = 0;
        for (const auto& [kind, count] : striker.counts()) {
            counted_faults += count;
        }
        CHECK(told == counted_faults);
        CHECK(told >= 3);
    }
    backend::RedisKv client(redis->address(), 2s);
    CHECK(client.set("key", "1", {}).ok());
}

}  // namespace
}  // namespace onceproof::harness
