// One body, two arms: the same commands on the Redis fake and on a real Redis must come to the
// same.
//
// Time is what the arms cannot share. Two ways around it:
// - Time moved by hand: all times to live are 10.5 s or more and waits are whole seconds, so no
// command comes within
//   half a second of an expiry. For a wait the fake's clock is moved; on the server every key's
//   time to live is shortened by PEXPIRE, or, if it would have ended, set to 1 ms and outwaited
//   (with active expiry off, so that it is the command itself that meets the expired key).
// - Real time: waits are real ones of 100 ms on a fixed grid, and keys end in the middle between
// two grid points. A run
//   in which the machine was too slow to stay within 30 ms of the grid is discarded.

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <rapidcheck.h>

#include "impls/backend/local_server.hpp"
#include "impls/backend/redis_kv.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_kv.hpp"
#include "tests/support/kv_commands.hpp"
#include "tests/support/law.hpp"

namespace onceproof {
namespace {

using namespace std::chrono_literals;
using backend::AppendOnly;
using backend::RedisServer;

using Steady = std::chrono::steady_clock;

/// A real server with a client of its own.
struct RealRedis {
    explicit RealRedis(AppendOnly append_only) {
        auto started = RedisServer::start({.append_only = append_only});
        if (started.error) FAIL(started.error->message);
        server = std::move(started.server);
        kv = std::make_unique<backend::RedisKv>(*backend::parse_redis_url(server->url()), 5s);
    }

    template <class... Words>
    std::string admin(Words... words) {
        const std::array<std::string_view, sizeof...(Words)> arguments{words...};
        const auto answer = kv->command(arguments);
        return answer ? answer->value_or("nil") : std::string(name_of(answer.error().kind));
    }

    /// Lets `time` pass for the keys; none of them ends within 2 ms of now.
    void move_time(const std::vector<std::string>& keys, Duration time) {
        bool some_end = false;
        for (const std::string& key : keys) {
            const auto left = kv->ttl(key);
            RC_ASSERT(left.ok());
            if (!*left || **left == Duration::max()) continue;
            const bool ends = **left <= time;
            some_end = some_end || ends;
            RC_ASSERT(*kv->expire(key, ends ? Duration(1ms) : **left - time));
        }
        if (some_end) std::this_thread::sleep_for(3ms);
    }

    std::unique_ptr<RedisServer> server;
    std::unique_ptr<backend::RedisKv> kv;
};

/// The law itself: equal outcomes, times to live within `tolerance`.
void expect_agreement(
    const KvCommand& command, KeyValue& fake, KeyValue& real, Duration tolerance
) {
    const KvOutcome predicted = run(command, fake);
    const KvOutcome seen = run(command, real);
    RC_LOG() << command << " -> fake " << predicted << ", real " << seen << "\n";
    RC_ASSERT(predicted.text == seen.text);
    RC_ASSERT(predicted.ttl_left.has_value() == seen.ttl_left.has_value());
    if (predicted.ttl_left) {
        RC_ASSERT(std::chrono::abs(*predicted.ttl_left - *seen.ttl_left) <= tolerance);
    }
}

void expect_equal_contents(
    const std::vector<std::string>& keys, KeyValue& fake, KeyValue& real, Duration tolerance
) {
    for (const std::string& key : keys) {
        expect_agreement({.verb = KvVerb::get, .key = key}, fake, real, tolerance);
        expect_agreement({.verb = KvVerb::ttl, .key = key}, fake, real, tolerance);
    }
}

const KvAlphabet by_hand{
    .keys = {"lock:1", "dedup:1", std::string("\0\r\n", 3)},
    .values = {"", "w1", "w2", std::string("a\0b\n", 4)},
    .ttls = {10'500ms, 20'500ms, 3'600'500ms},
    .waits = {1s, 4s, 11s, 30s}};

const KvAlphabet on_a_grid{
    .keys = {"lock:1", "dedup:1"},
    .values = {"w1", "w2"},
    .ttls = {50ms, 150ms, 250ms},
    .waits = {100ms}};

TEST_CASE("KeyValue: fake and Redis agree on every command (300 runs, time by hand)", "[kv]") {
    RealRedis redis(AppendOnly::off);
    REQUIRE(redis.admin("DEBUG", "SET-ACTIVE-EXPIRE", "0") == "OK");
    CHECK(law_holds("fake == redis", {.count = 300, .size_max = 60}, [&redis] {
        FakeKv fake({.persistence = fake::Persistence::none});
        RC_ASSERT(redis.admin("FLUSHALL") == "OK");
        const auto commands = *rc::gen::container<std::vector<KvCommand>>(any_command(by_hand));
        for (const KvCommand& command : commands) {
            if (command.verb == KvVerb::wait) {
                fake.now += command.wait;
                redis.move_time(by_hand.keys, command.wait);
            } else {
                expect_agreement(command, fake, *redis.kv, 400ms);
            }
        }
        expect_equal_contents(by_hand.keys, fake, *redis.kv, 400ms);
    }));
}

TEST_CASE("KeyValue: fake and Redis agree on real expiry (15 runs of 4 waits)", "[kv]") {
    RealRedis redis(AppendOnly::off);
    CHECK(law_holds("fake == redis in real time", {.count = 15}, [&redis] {
        FakeKv fake({.persistence = fake::Persistence::none});
        RC_ASSERT(redis.admin("FLUSHALL") == "OK");
        const auto start = Steady::now();
        for (int point = 0; point < 5; ++point) {
            std::this_thread::sleep_until(start + point * 100ms);
            fake.now = Instant(point * 100ms);
            const auto commands =
                *rc::gen::container<std::vector<KvCommand>>(4, any_command(on_a_grid));
            for (const KvCommand& command : commands) {
                if (command.verb == KvVerb::wait) continue;
                expect_agreement(command, fake, *redis.kv, 30ms);
                RC_PRE(Steady::now() - start < point * 100ms + 30ms);
            }
        }
    }));
}

TEST_CASE("KeyValue: a script that the server has not seen is sent once in full", "[kv]") {
    RealRedis redis(AppendOnly::off);
    FakeKv fake({.persistence = fake::Persistence::none});
    for (const KvVerb verb :
         {KvVerb::compare_and_delete, KvVerb::compare_and_expire, KvVerb::compare_and_set}) {
        const KvCommand command{
            .verb = verb, .key = "k", .value = "2", .expected = "1", .ttl = 5'000ms};
        for (const std::uint64_t round_trips : {2U, 1U}) {
            static_cast<void>(fake.set("k", "1", {}));
            static_cast<void>(redis.kv->set("k", "1", {}));
            const std::uint64_t before = redis.kv->round_trips();
            CHECK(run(command, *redis.kv).text == run(command, fake).text);
            CHECK(redis.kv->round_trips() - before == round_trips);
        }
    }
}

TEST_CASE("KeyValue: fake and Redis keep the same over a crash (8 runs each)", "[kv]") {
    const auto [persistence, append_only] = GENERATE(table<fake::Persistence, AppendOnly>(
        {{fake::Persistence::none, AppendOnly::off},
         {fake::Persistence::always, AppendOnly::always}}
    ));
    RealRedis redis(append_only);
    CHECK(law_holds(
        "fake == restarted redis",
        {.count = 8, .size_max = 30},
        [&, kept = persistence] {
            FakeKv fake({.persistence = kept});
            RC_ASSERT(redis.admin("FLUSHALL") == "OK");
            const auto commands = *rc::gen::container<std::vector<KvCommand>>(any_command(by_hand));
            for (const KvCommand& command : commands) {
                if (command.verb == KvVerb::wait) continue;
                expect_agreement(command, fake, *redis.kv, 4s);
            }
            fake.redis.restart(fake.now);
            redis.server->crash();
            RC_ASSERT(!redis.server->restart().has_value());
            // The first call finds the old connection gone, the next one connects again.
            static_cast<void>(redis.kv->get("x"));
            expect_equal_contents(by_hand.keys, fake, *redis.kv, 4s);
        }
    ));
}

}  // namespace
}  // namespace onceproof
