#include "harness/real/chaos_plan.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "tests/harness/example_cells.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using world::FaultKind;
using world::OpCode;

ChaosMenu menu(std::string_view strategy, const std::string& more) {
    const Scenario scenario = scenario_with(strategy, more);
    return menu_of(scenario, *strategy::find(scenario.strategies.front().name));
}

std::string fault(const std::string& kind, const std::string& rest = "") {
    return "[[fault]]\nkind = \"" + kind + "\"\n" + rest;
}

std::vector<ServerFault> servers_of(const ChaosMenu& menu) {
    std::vector<ServerFault> faults;
    for (const ServerStrike& strike : menu.servers) {
        faults.push_back(strike.fault);
    }
    return faults;
}

TEST_CASE("chaos plan: what is lost on the way to a store comes about at the store", "[harness]") {
    const ChaosMenu lost =
        menu("table-lock/published", "faults.budget = 1\n" + fault("reply-lost", "at = \"sql\"\n"));
    CHECK(servers_of(lost) == std::vector{ServerFault::database_cut, ServerFault::database_pause});
    CHECK(lost.strikes.empty());
    CHECK(lost.database_may_fail);
    CHECK_FALSE(lost.redis_may_fail);
    CHECK(lost.budget == 1);
    const ChaosMenu call = menu(
        "table-lock/published", "faults.budget = 1\n" + fault("reply-lost", "at = \"call.reply\"\n")
    );
    CHECK(call.servers.empty());
    CHECK(call.strikes.size() == 1);
}

TEST_CASE("chaos plan: two rules that come about alike are one strike of servers", "[harness]") {
    const ChaosMenu both = menu(
        "dedup-table/published",
        "faults.budget = 1\n" + fault("reply-lost", "at = \"sql\"\n") +
            fault("request-lost", "at = \"sql\"\n")
    );
    CHECK(both.servers.size() == 2);
    CHECK(both.left_out.empty());
}

TEST_CASE("chaos plan: stores that the strategy does not use are left alone", "[harness]") {
    const ChaosMenu none = menu(
        "redis-key/published", "faults.budget = 1\n" + fault("connection-killed", "at = \"sql\"\n")
    );
    CHECK(none.servers.empty());
    CHECK(none.left_out.empty());
}

TEST_CASE("chaos plan: a fault with no way to come about is named", "[harness]") {
    const ChaosMenu menu_with = menu(
        "dedup-table/published", "faults.budget = 1\n" + fault("database-failover", "lose = 1\n")
    );
    REQUIRE(menu_with.left_out.size() == 1);
    CHECK(menu_with.left_out.front().starts_with("database-failover ("));
}

TEST_CASE("chaos plan: what makes a store forget does not let its calls fail", "[harness]") {
    const ChaosMenu forgetting = menu(
        "redis-key/published",
        "service.redis = { replica = true }\nfaults.budget = 1\n" +
            fault("redis-failover", "lose = 1\n") + fault("redis-restart") + fault("redis-eviction")
    );
    CHECK(
        servers_of(forgetting) ==
        std::vector{
            ServerFault::redis_failover, ServerFault::redis_restart, ServerFault::redis_eviction}
    );
    CHECK_FALSE(forgetting.redis_may_fail);
    CHECK(std::ranges::all_of(servers_of(forgetting), forgets));
    CHECK(std::ranges::all_of(servers_of(forgetting), strikes_redis));
}

TEST_CASE("chaos plan: strikes at operations are those of handlers and callers", "[harness]") {
    CHECK(strikes_operation(FaultKind::stall, OpCode::kv_set));
    CHECK(strikes_operation(FaultKind::reply_lost, OpCode::gateway_charge));
    CHECK(strikes_operation(FaultKind::reply_lost, OpCode::call_reply));
    CHECK_FALSE(strikes_operation(FaultKind::reply_lost, OpCode::kv_set));
    CHECK_FALSE(strikes_operation(FaultKind::connection_killed, OpCode::sql_update));
    CHECK(strikes_operation(FaultKind::resent, OpCode::kv_set));
    CHECK_FALSE(strikes_operation(FaultKind::resent, OpCode::call_send));
}

TEST_CASE("chaos plan: a request's strikes are its seed's, within budget and max", "[harness]") {
    const ChaosMenu two = menu(
        "no-guard/baseline",
        "faults.budget = 3\n" + fault("stall", "for = \"1s\"\nmax = 1\n") +
            fault("crash-after", "max = 2\n")
    );
    std::map<std::size_t, int> sizes;
    for (std::uint64_t number = 0; number < 1000; ++number) {
        const auto strikes = strikes_of(two, 7, number);
        const auto again = strikes_of(two, 7, number);
        ++sizes[strikes.size()];
        REQUIRE(strikes.size() == again.size());
        for (std::size_t i = 0; i < strikes.size(); ++i) {
            CHECK(strikes[i].rule.kind == again[i].rule.kind);
            CHECK(strikes[i].occurrence == again[i].occurrence);
        }
        CHECK(std::ranges::count_if(strikes, [](const auto& strike) {
                  return strike.rule.kind == FaultKind::stall;
              }) <= 1);
    }
    CHECK(sizes.size() == 4);
    CHECK(sizes[0] > 50);
    CHECK(sizes[3] > 10);
}

TEST_CASE("chaos plan: the servers' faults are the seed's, 50 to 350 ms apart", "[harness]") {
    const ChaosMenu both = menu(
        "dedup-table/published",
        "faults.budget = 1\n" + fault("reply-lost", "at = \"sql\"\n") + fault("database-restart")
    );
    ServerPlan one(both, 11);
    ServerPlan same(both, 11);
    std::map<ServerFault, int> kinds;
    for (int i = 0; i < 300; ++i) {
        const ServerPlan::Coming coming = one.next();
        const ServerPlan::Coming again = same.next();
        CHECK(coming.pause == again.pause);
        CHECK(coming.strike == again.strike);
        CHECK(coming.draw == again.draw);
        CHECK(coming.pause >= 50ms);
        CHECK(coming.pause < 350ms);
        ++kinds[coming.strike.fault];
    }
    CHECK(kinds.size() == 3);
}

TEST_CASE("chaos plan: every fault of a server has words", "[harness]") {
    for (auto fault = ServerFault::redis_cut; fault <= ServerFault::clock_step;
         fault = static_cast<ServerFault>(static_cast<int>(fault) + 1)) {
        CHECK_FALSE(words_for(fault).empty());
    }
}

}  // namespace
}  // namespace onceproof::harness
