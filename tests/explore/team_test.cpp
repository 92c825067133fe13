#include "model/explore/team.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/depth_first.hpp"
#include "tests/litmus/line.hpp"
#include "tests/litmus/together.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::ExhaustiveResult;
using explore::Job;
using explore::Team;

namespace {

constexpr std::uint64_t states_3 = 12'323;  // of variant C at that size

}  // namespace

TEST_CASE("team: a leader without helpers searches alone", "[explore]") {
    Team team(0);
    ProtocolSystem system = size_3.system(Protocol::Variant::fine);
    const ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = 2, .team = &team});
    CHECK(result.budgets.back().states == states_3);
}

TEST_CASE(
    "team: small spaces are searched by the leader alone, and nobody is called", "[explore]"
) {
    bool called = false;
    Team team(states_3 + 1, [&] { called = true; });
    std::atomic<std::size_t> parts{0};
    std::jthread helper([&] {
        Told system(
            size_3.system(Protocol::Variant::fine), [] {}, [&] { ++parts; }
        );
        team.help(system);
    });
    team.await(1);
    ProtocolSystem system = size_3.system(Protocol::Variant::fine);
    const ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = 2, .team = &team});
    team.dismiss();
    CHECK(result.budgets.back().states == states_3);
    CHECK(parts == 0);
    CHECK_FALSE(called);
}

TEST_CASE("team: helpers are called once, come late and still get work", "[explore]") {
    std::atomic<std::size_t> parts{0};
    std::size_t calls = 0;
    std::jthread helper;
    Team* late = nullptr;
    Team team(1'000, [&] {
        ++calls;
        helper = std::jthread([&] {
            Told system(
                size_3.system(Protocol::Variant::fine), [] {}, [&] { ++parts; }
            );
            late->help(system);
        });
        while (!late->wants_work()) {
            std::this_thread::yield();
        }
    });
    late = &team;
    // When it has given work away, the leader waits until the helper has begun with it.
    const auto wait = [&] {
        while (calls == 1 && !team.wants_work() && parts == 0) {
            std::this_thread::yield();
        }
    };
    Told system(size_3.system(Protocol::Variant::fine), wait, [] {});
    const ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = 2, .team = &team});
    team.dismiss();
    CHECK(result.budgets.back().states == states_3);
    CHECK(calls == 1);
    CHECK(parts > 0);
}

TEST_CASE("team: one team serves one search after another", "[explore]") {
    Team team(0);
    std::jthread helper([&] {
        ProtocolSystem system = size_3.system(Protocol::Variant::fine);
        team.help(system);
    });
    team.await(1);
    ProtocolSystem system = size_3.system(Protocol::Variant::fine);
    for (int round = 0; round < 20; ++round) {
        const ExhaustiveResult result =
            explore::exhaustive(system, {.fault_budget = 2, .team = &team});
        CHECK(result.budgets.back().states == states_3);
    }
    team.dismiss();
}

TEST_CASE("team: nobody helps after the dismissal", "[explore]") {
    Team team;
    team.dismiss();
    ProtocolSystem system = size_1.system(Protocol::Variant::fine);
    team.help(system);
    SUCCEED("it returned");
}

TEST_CASE("team: a job goes to a thread that waits, and to nobody once it is over", "[explore]") {
    Team team(0);
    const explore::ExhaustiveRequest request{.team = &team};
    explore::Space space(request, 0, {}, 1);
    team.enter(space);
    CHECK_FALSE(team.wants_work());
    team.offer(Job{.path = {}, .branches = {{.weight = 1, .depth = 0, .next = 0, .end = 3}}});
    const std::optional<Job> job = team.take();
    REQUIRE(job);
    CHECK(job->branches.front().end == 3);
    // The only member waits: there will be no more.
    CHECK_FALSE(team.take());
    team.leave();
}
