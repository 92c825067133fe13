#include "impls/backend/system_env.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "impls/backend/ledger_gateway.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_kv.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

/// A database that is never there.
class NoSql final : public Sql {
public:
    Result<SqlSession*> open() override {
        return Error{ErrorKind::unavailable, Certainty::definite};
    }
};

/// Ports for tasks, on a fake store.
struct Ports {
    ThreadTasks::Ports all() { return {sql, kv, gateway, clock, ids}; }

    NoSql sql;
    FakeKv kv{{.persistence = fake::Persistence::none}};
    LedgerGateway gateway{Effect::external, 0s};
    SystemClock clock;
    RandomIds ids;
};

void renew_forever(Env& env, std::string_view key, std::string_view value, Duration period) {
    for (;;) {
        if (!env.kv.set(key, value, {})) return;
        env.clock.sleep(period);
    }
}

TEST_CASE("RandomIds: version-4 UUIDs, none twice (4 threads x 5,000)", "[backend]") {
    RandomIds ids;
    std::mutex mutex;
    std::set<std::string> seen;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&] {
                for (int count = 0; count < 5'000; ++count) {
                    std::string id = ids.uuid();
                    const std::lock_guard lock(mutex);
                    seen.insert(std::move(id));
                }
            });
        }
    }
    CHECK(seen.size() == 20'000);
    const std::string& id = *seen.begin();
    REQUIRE(id.size() == 36);
    CHECK(id[14] == '4');
    CHECK(std::string("89ab").find(id[19]) != std::string::npos);
    for (const std::size_t dash : {8U, 13U, 18U, 23U})
        CHECK(id[dash] == '-');
}

TEST_CASE("SystemClock: counts from 1970 and sleeps at least as long as asked", "[backend]") {
    SystemClock clock;
    const Instant before = clock.now();
    CHECK(before > Instant(Duration(1'700'000'000s)));
    clock.sleep(5ms);
    CHECK(clock.now() - before >= 5ms);
}

TEST_CASE("ThreadTasks: runs the body with its key, value and period until stop", "[backend]") {
    Ports ports;
    ThreadTasks tasks(ports.all());
    tasks.start(renew_forever, "lock:1", "w1", 1ms);
    std::this_thread::sleep_for(20ms);
    tasks.stop();
    CHECK(ports.kv.get("lock:1") == Result<std::optional<std::string>>("w1"));
    CHECK(ports.kv.del("lock:1").ok());
    std::this_thread::sleep_for(5ms);
    CHECK(ports.kv.get("lock:1") == Result<std::optional<std::string>>(std::nullopt));
}

TEST_CASE("ThreadTasks: stop ends a long sleep at once", "[backend]") {
    Ports ports;
    ThreadTasks tasks(ports.all());
    tasks.start(renew_forever, "lock:1", "w1", 1h);
    std::this_thread::sleep_for(10ms);
    const auto start = std::chrono::steady_clock::now();
    tasks.stop();
    CHECK(std::chrono::steady_clock::now() - start < 1s);
}

TEST_CASE("ThreadTasks: a second start ends the first task", "[backend]") {
    Ports ports;
    ThreadTasks tasks(ports.all());
    static std::atomic<bool> first_ended{false};
    tasks.start(
        [](Env& env, std::string_view, std::string_view, Duration) {
            while (!env.scope.cancelled())
                env.clock.sleep(1h);
            first_ended = true;
        },
        "lock:1",
        "w1",
        1ms
    );
    tasks.start(renew_forever, "lock:2", "w1", 1h);
    CHECK(first_ended);
    std::this_thread::sleep_for(10ms);
    tasks.stop();
    const auto& redis = ports.kv.redis;
    CHECK(redis.get("lock:2", ports.kv.now) == "w1");
}

TEST_CASE("ThreadTasks: a stopped task is refused with cancelled, definite", "[backend]") {
    static std::atomic<bool> all_refused{false};
    Ports ports;
    ThreadTasks tasks(ports.all());
    tasks.start(
        [](Env& env, std::string_view key, std::string_view, Duration) {
            while (!env.scope.cancelled())
                env.clock.sleep(1h);
            const Error cancelled{ErrorKind::cancelled, Certainty::definite};
            all_refused = env.kv.get(key) == Result<std::optional<std::string>>(cancelled) &&
                          env.sql.open() == Result<SqlSession*>(cancelled) &&
                          env.gateway.charge({}, std::nullopt) == Result<std::string>(cancelled);
        },
        "k",
        "v",
        1s
    );
    tasks.stop();
    CHECK(all_refused);
    CHECK(ports.gateway.totals().effects == 0);
}

}  // namespace
}  // namespace onceproof::backend
