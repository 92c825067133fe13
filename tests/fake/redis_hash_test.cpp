#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/base/hash.hpp"
#include "model/fake/redis.hpp"
#include "tests/fake/redis_reference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_kv.hpp"

namespace onceproof::fake {
namespace {

using namespace std::chrono_literals;

Fingerprint print_of(const Redis& redis, Instant now) {
    Hasher hasher;
    Naming naming;
    redis.hash(hasher, now, naming);
    return hasher.finish();
}

/// The fake and the reference, moved together.
struct Pair {
    explicit Pair(Redis::Config config) : store(config), reference(config) {}

    void each(const std::function<void(KeyValue&)>& command) {
        command(store);
        command(reference);
    }
    void wait(Duration time) {
        store.now += time;
        reference.now += time;
    }

    FakeKv store;
    RedisReference reference;
};

using Action = void (*)(Pair&);

constexpr std::array<Action, 9> actions{
    [](Pair& pair) { pair.each([](KeyValue& kv) { static_cast<void>(kv.set("a", "x", {})); }); },
    [](Pair& pair) {
        pair.each([](KeyValue& kv) { static_cast<void>(kv.set("a", "y", {SetWhen::always, 1s})); });
    },
    [](Pair& pair) { pair.each([](KeyValue& kv) { static_cast<void>(kv.set("b", "x", {})); }); },
    [](Pair& pair) { pair.each([](KeyValue& kv) { static_cast<void>(kv.del("a")); }); },
    [](Pair& pair) { pair.each([](KeyValue& kv) { static_cast<void>(kv.expire("a", 2s)); }); },
    [](Pair& pair) { pair.wait(500ms); },
    [](Pair& pair) { pair.wait(1s); },
    [](Pair& pair) {
        pair.store.redis.restart(pair.store.now);
        pair.reference.restart();
    },
    [](Pair& pair) {
        const std::size_t lost = std::min<std::size_t>(1, pair.reference.forgettable());
        pair.store.redis.fail_over(lost, pair.store.now);
        pair.reference.fail_over(lost);
    }};

/// What all sequences of exactly four actions come to.
struct Census {
    std::map<std::string, Fingerprint> by_future;
    std::map<Fingerprint, std::string> by_print;
    int split = 0;   ///< equal futures with different fingerprints
    int merged = 0;  ///< different futures with equal fingerprints
};

Census take_census(Redis::Config config) {
    Census census;
    constexpr std::size_t all = 9 * 9 * 9 * 9;
    for (std::size_t number = 0; number < all; ++number) {
        Pair pair(config);
        for (std::size_t rest = number, step = 0; step < 4; ++step, rest /= actions.size()) {
            actions[rest % actions.size()](pair);
        }
        const std::string future = pair.reference.future();
        const Fingerprint print = print_of(pair.store.redis, pair.store.now);
        const auto [known_print, new_future] = census.by_future.emplace(future, print);
        const auto [known_future, new_print] = census.by_print.emplace(print, future);
        if (!new_future && known_print->second != print) ++census.split;
        if (!new_print && known_future->second != future) ++census.merged;
    }
    return census;
}

TEST_CASE("Redis fake hash: equal exactly when the futures are (6,561 histories)", "[fake]") {
    const auto [config, states] = GENERATE(table<Redis::Config, std::size_t>(
        {{{.persistence = Persistence::none}, 19},
         {{.persistence = Persistence::always}, 19},
         {{.persistence = Persistence::everysec}, 97},
         {{.persistence = Persistence::none, .replica = true, .history_max = 2}, 266},
         {{.persistence = Persistence::always, .replica = true, .history_max = 3}, 529}}
    ));
    const Census census = take_census(config);
    CHECK(census.split == 0);
    CHECK(census.merged == 0);
    CHECK(census.by_print.size() == states);
}

TEST_CASE("Redis fake hash: with everysec and a replica nothing different is merged", "[fake]") {
    const Census census =
        take_census({.persistence = Persistence::everysec, .replica = true, .history_max = 2});
    CHECK(census.merged == 0);
    CHECK(census.by_future.size() == 471);
    CHECK(census.by_print.size() == 506);
}

TEST_CASE("Redis fake hash: a shift in time changes nothing", "[fake]") {
    const Redis::Config config{.persistence = Persistence::everysec, .replica = true};
    Redis early(config);
    Redis late(config);
    const Instant start{};
    const Instant shifted = start + Duration(77h);
    for (const auto& [redis, zero] : {std::pair{&early, start}, std::pair{&late, shifted}}) {
        CHECK(redis->set("a", "1", {SetWhen::always, 200ms}, zero).ok());
        CHECK(redis->set("b", "1", {}, zero + Duration(100ms)).ok());
    }
    CHECK(print_of(early, start + Duration(150ms)) == print_of(late, shifted + Duration(150ms)));
    CHECK(print_of(early, start + Duration(150ms)) != print_of(early, start + Duration(151ms)));
}

}  // namespace
}  // namespace onceproof::fake
