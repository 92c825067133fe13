// Time is what the arms cannot share. Two ways around it:
// - Time moved by hand: all times to live are 10.5 s or more and waits are whole seconds, so no
//   command comes within half a second of an expiry. For a wait the fake's clock is moved; on the
//   server every key's time to live is shortened by PEXPIRE, or, if it would have ended, set to
//   1 ms and outwaited (with active expiry off, so that it is the command itself that meets the
//   expired key).
// - Real time: waits are real ones of 100 ms on a fixed grid, and keys end in the middle between
//   two grid points. A run in which the machine was too slow to stay within 30 ms of the grid is
//   discarded.

#include "tests/conformance/kv_laws.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace onceproof::conformance {

using namespace std::chrono_literals;

namespace {

std::vector<KvCommand> draw(int size, const KvAlphabet& alphabet) {
    return *rc::gen::resize(
        size, rc::gen::container<std::vector<KvCommand>>(any_command(alphabet))
    );
}

}  // namespace

Law commands_law(RealRedis& redis, const KvFront& front, Figures& figures) {
    return {
        "the fake answers as Redis does",
        60,
        [&redis, &figures, front](int size, std::size_t& steps) {
            FakeKv fake({.persistence = fake::Persistence::none});
            const std::unique_ptr<KeyValue> port = front(fake);
            const auto commands = draw(size, kv_by_hand);
            RC_ASSERT(redis.admin("FLUSHALL") == "OK");
            const KvArms arms{*port, redis.kv(), figures, 400ms};
            steps = commands.size();
            for (const KvCommand& command : commands) {
                if (command.verb == KvVerb::wait) {
                    fake.now += command.wait;
                    redis.move_time(kv_by_hand.keys, command.wait);
                } else {
                    arms.expect_agreement(command);
                }
            }
            arms.expect_equal_contents(kv_by_hand.keys);
            ++figures.sequences;
        }};
}

Law real_expiry_law(RealRedis& redis, Figures& figures) {
    return {
        "keys of the fake end when those of Redis do", 100, [&redis, &figures](int, std::size_t&) {
            FakeKv fake({.persistence = fake::Persistence::none});
            KvArms arms{fake, redis.kv(), figures, 30ms};
            RC_ASSERT(redis.admin("FLUSHALL") == "OK");
            const auto start = Steady::now();
            for (int point = 0; point < 5; ++point) {
                arms.start = start + point * 100ms;
                std::this_thread::sleep_until(arms.start);
                fake.now = Instant(point * 100ms);
                const auto commands =
                    *rc::gen::container<std::vector<KvCommand>>(4, any_command(kv_on_a_grid));
                for (const KvCommand& command : commands) {
                    if (command.verb != KvVerb::wait) arms.expect_agreement(command);
                }
            }
            ++figures.sequences;
        }};
}

Law crash_law(RealRedis& redis, fake::Persistence persistence, Figures& figures) {
    return {
        "the fake keeps over a crash what Redis keeps",
        30,
        [&redis, &figures, persistence](int size, std::size_t& steps) {
            FakeKv fake({.persistence = persistence});
            const auto commands = draw(size, kv_by_hand);
            steps = commands.size();
            RC_ASSERT(redis.admin("FLUSHALL") == "OK");
            const KvArms arms{fake, redis.kv(), figures, 4s};
            for (const KvCommand& command : commands) {
                if (command.verb != KvVerb::wait) arms.expect_agreement(command);
            }
            fake.redis.restart(fake.now);
            redis.server().crash();
            RC_ASSERT(!redis.server().restart().has_value());
            // The first call finds the old connection gone, the next one connects again.
            static_cast<void>(redis.kv().get("x"));
            arms.expect_equal_contents(kv_by_hand.keys);
            ++figures.sequences;
            ++figures.faults;
        }};
}

RedisPair::RedisPair() : port_(primary_.open_port()) {
    for (RealRedis* const each : {&primary_, &replica_}) {
        if (each->admin("CONFIG", "SET", "repl-diskless-sync-delay", "0") != "OK") {
            throw std::runtime_error("Redis does not take its replication's settings");
        }
    }
}

void RedisPair::begin() {
    RC_ASSERT(primary_.admin("FLUSHALL") == "OK");
    RC_ASSERT(replica_.admin("REPLICAOF", "127.0.0.1", port_) == "OK");
}

void RedisPair::cut() {
    RC_ASSERT(primary_.admin("SET", "in step", "yes") == "OK");
    constexpr std::string_view replicas = "1";
    constexpr std::string_view patience_ms = "4000";
    RC_ASSERT(primary_.admin("WAIT", replicas, patience_ms) == "1");
    RC_ASSERT(replica_.admin("REPLICAOF", "NO", "ONE") == "OK");
}

Law fail_over_law(RedisPair& pair, Figures& figures, std::size_t spared) {
    return {
        "the fake forgets over a fail-over what Redis forgets",
        30,
        [&pair, &figures, spared](int size, std::size_t& steps) {
            FakeKv fake(
                {.persistence = fake::Persistence::none, .replica = true, .history_max = 100}
            );
            const auto commands = draw(size, kv_by_hand);
            steps = commands.size();
            const std::size_t kept = *rc::gen::inRange<std::size_t>(0, commands.size() + 1);
            pair.begin();
            const KvArms arms{fake, pair.primary().kv(), figures, 4s};
            std::size_t replicated = 0;
            for (std::size_t at = 0; at <= commands.size(); ++at) {
                if (at == kept) {
                    pair.cut();
                    replicated = fake.redis.forgettable();
                }
                const bool is_command = at < commands.size() && commands[at].verb != KvVerb::wait;
                if (is_command) arms.expect_agreement(commands[at]);
            }
            const std::size_t lost = fake.redis.forgettable() - replicated;
            fake.redis.fail_over(lost - std::min(lost, spared), fake.now);
            const KvArms after{fake, pair.replica().kv(), figures, 4s, arms.start};
            after.expect_equal_contents(kv_by_hand.keys);
            ++figures.sequences;
            ++figures.faults;
        }};
}

}  // namespace onceproof::conformance
