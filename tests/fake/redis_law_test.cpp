#include <chrono>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "model/fake/redis.hpp"
#include "tests/fake/redis_reference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_kv.hpp"
#include "tests/support/kv_commands.hpp"
#include "tests/support/law.hpp"

namespace onceproof::fake {
namespace {

using namespace std::chrono_literals;

const KvAlphabet alphabet{
    .keys = {"a", "b", "c", "d"},
    .values = {"", "1", "2"},
    .ttls = {1ms, 300ms, 1s, 1h},
    .waits = {0ms, 1ms, 299ms, 1s}};

/// Runs one command on both and compares; `strike` 0 restarts, 1 fails over.
void step(FakeKv& store, RedisReference& reference, const KvCommand& command, int strike) {
    if (strike == 0) {
        store.redis.restart(store.now);
        reference.restart();
    }
    if (strike == 1) {
        RC_ASSERT(store.redis.forgettable() == reference.forgettable());
        const std::size_t lost = reference.forgettable() / 2;
        store.redis.fail_over(lost, store.now);
        reference.fail_over(lost);
    }
    if (command.verb == KvVerb::wait) {
        store.now += command.wait;
        reference.now += command.wait;
        return;
    }
    const KvOutcome seen = run(command, store);
    const KvOutcome expected = run(command, reference);
    RC_ASSERT(seen.text == expected.text);
    RC_ASSERT(seen.ttl_left == expected.ttl_left);
}

TEST_CASE("Redis fake: agrees with a store that copies everything before each write", "[fake]") {
    const auto persistence =
        GENERATE(Persistence::none, Persistence::everysec, Persistence::always);
    const bool replica = GENERATE(false, true);
    const Redis::Config config{
        .persistence = persistence, .replica = replica, .keys_max = 3, .history_max = 4};
    CHECK(law_holds("fake == reference", {.count = 300, .seed = 7}, [&config] {
        FakeKv store(config);
        RedisReference reference(config);
        const auto commands = *rc::gen::container<std::vector<KvCommand>>(any_command(alphabet));
        for (const KvCommand& command : commands) {
            step(store, reference, command, *any_below(20));
        }
        RC_ASSERT(store.redis.forgettable() == reference.forgettable());
    }));
}

}  // namespace
}  // namespace onceproof::fake
