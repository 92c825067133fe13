#include "harness/real/confirm.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using Outcome = Confirmation::Outcome;

TEST_CASE("Confirmation: says in one line on what, where, or why not", "[real]") {
    const Confirmation confirmed{.servers = "PostgreSQL 15.1 + Redis 7.0.1", .operations = 12};
    CHECK(
        confirmed.text() ==
        "confirmed on PostgreSQL 15.1 + Redis 7.0.1: 12 operations, every "
        "result as in the simulation"
    );
    CHECK(
        Confirmation{.operations = 1}.text() ==
        "confirmed without a server: 1 operation, every result as in the simulation"
    );
    const Confirmation differs{
        .outcome = Outcome::differs,
        .obstacle = {
            .step = 7, .server = "Redis 7.0.1", .what = "get k", .simulated = "a", .real = "b"}};
    CHECK(differs.text() == "differs at step 7: get k: simulated a, Redis 7.0.1 b");
    const Confirmation unlike{
        .outcome = Outcome::not_confirmable,
        .obstacle = {.kind = Obstacle::Kind::no_counterpart, .what = "clock-step"}};
    CHECK(unlike.text() == "not confirmable: clock-step has no counterpart on a real server");
    const Confirmation failed{
        .outcome = Outcome::failed,
        .obstacle = {
            .kind = Obstacle::Kind::server_failed, .what = "Redis", .real = "it has ended"}};
    CHECK(failed.text() == "Redis: it has ended");
}

TEST_CASE("RealServers: a run that no store sees needs no server", "[real]") {
    const world::Config config;
    LoggedRun run;
    const Instant now{};
    run.log.start(now);
    run.log.add(world::FaultsEnd{});
    RealServers servers;
    const Confirmation confirmation = servers.confirm(config, run);
    CHECK(confirmation.outcome == Outcome::confirmed);
    CHECK(confirmation.servers.empty());
    CHECK(confirmation.operations == 0);
    CHECK(servers.versions().empty());
}

}  // namespace
}  // namespace onceproof::harness
