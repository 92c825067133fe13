// One body, two arms: the same commands on the Redis fake and on a real Redis come to the same.

#include <string>

#include "tests/conformance/kv_laws.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {
namespace {

using namespace std::chrono_literals;
using backend::AppendOnly;

void report(RealRedis& redis, const std::string& law, const Figures& figures) {
    tell({.server = "Redis", .version = redis.version(), .law = law, .figures = figures});
}

TEST_CASE("KeyValue: fake and Redis agree on every command", "[backends]") {
    RealRedis redis(AppendOnly::off);
    REQUIRE(redis.admin("DEBUG", "SET-ACTIVE-EXPIRE", "0") == "OK");
    Figures figures;
    CHECK(holds(commands_law(redis, nothing_before, figures), settings().sequences));
    report(redis, "commands and waits, time moved by hand", figures);
}

TEST_CASE("KeyValue: fake and Redis agree on real expiry", "[backends]") {
    RealRedis redis(AppendOnly::off);
    Figures figures;
    CHECK(holds(real_expiry_law(redis, figures), settings().one_for(10)));
    report(redis, "commands on a grid of real time", figures);
}

TEST_CASE("KeyValue: fake and Redis keep the same over a crash", "[backends]") {
    const auto [persistence, append_only, words] =
        GENERATE(table<fake::Persistence, AppendOnly, std::string>(
            {{fake::Persistence::none, AppendOnly::off, "crash and restart, nothing is kept"},
             {fake::Persistence::always, AppendOnly::always, "crash and restart, all is kept"}}
        ));
    RealRedis redis(append_only);
    Figures figures;
    CHECK(holds(crash_law(redis, persistence, figures), settings().one_for(10)));
    report(redis, words, figures);
}

TEST_CASE("KeyValue: fake and Redis forget the same when a replica takes over", "[backends]") {
    RedisPair pair;
    Figures figures;
    CHECK(holds(fail_over_law(pair, figures, 0), settings().one_for(10)));
    report(pair.primary(), "a replica that lacks the newest writes takes over", figures);
}

TEST_CASE("KeyValue: a script that the server has not seen is sent once in full", "[backends]") {
    RealRedis redis(AppendOnly::off);
    FakeKv fake({.persistence = fake::Persistence::none});
    for (const KvVerb verb :
         {KvVerb::compare_and_delete, KvVerb::compare_and_expire, KvVerb::compare_and_set}) {
        const KvCommand command{
            .verb = verb, .key = "k", .value = "2", .expected = "1", .ttl = 5'000ms};
        for (const std::uint64_t round_trips : {2U, 1U}) {
            static_cast<void>(fake.set("k", "1", {}));
            static_cast<void>(redis.kv().set("k", "1", {}));
            const std::uint64_t before = redis.kv().round_trips();
            CHECK(run(command, redis.kv()).text == run(command, fake).text);
            CHECK(redis.kv().round_trips() - before == round_trips);
        }
    }
}

}  // namespace
}  // namespace onceproof::conformance
