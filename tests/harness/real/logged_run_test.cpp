#include "harness/real/logged_run.hpp"

#include "model/explore/token.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using world::Reach;

/// The log of a violation of a cell.
LoggedRun logged(const Scenario& scenario, std::string_view guarantee) {
    const reports::CellResult cell = run(scenario);
    const explore::Token token = *explore::decode(result_of(cell, guarantee).token).token;
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    return log_run(
        world,
        {.fault_budget = token.fault_budget,
         .deviations = token.deviations,
         .guarantee = token.guarantee}
    );
}

template <class Event>
std::vector<std::pair<world::StoreEvent, Event>> all_of(const LoggedRun& run) {
    std::vector<std::pair<world::StoreEvent, Event>> found;
    for (const world::StoreEvent& event : run.log.events()) {
        if (const auto* what = std::get_if<Event>(&event.what)) {
            found.emplace_back(event, *what);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("log_run: a lost reply leaves the answer and what its sender saw instead", "[real]") {
    const LoggedRun run = logged(
        scenario_with(
            "redis-key/published",
            "workload.callers = 1\nfaults.budget = 1\n[[fault]]\nkind = \"reply-lost\"\n"
            "at = \"kv.set\"\n"
        ),
        "no_lost_request"
    );
    const auto calls = all_of<world::KvCall>(run);
    REQUIRE(calls.size() >= 2);
    const auto& [event, call] = calls.front();
    CHECK(event.fault == FaultKind::reply_lost);
    CHECK(event.step == 2);
    CHECK(call.passage.reach == Reach::applied);
    CHECK(call.result->flag);
    CHECK(call.passage.seen == Error{ErrorKind::timeout, Certainty::indefinite});
    CHECK_FALSE(calls[1].second.passage.seen.has_value());
    CHECK_FALSE(calls[1].second.result->flag);
    CHECK(run.contents.keys.size() == 1);
}

TEST_CASE("log_run: a cut connection is logged behind the statement that was lost", "[real]") {
    const LoggedRun run = logged(
        scenario_with(
            "no-guard",
            "workload.callers = 1\nworkload.effect = \"in-transaction\"\nsettle.retries = []\n"
            "guarantees.check = [\"single_effect\"]\nfaults.budget = 1\n"
            "[[fault]]\nkind = \"reply-lost\"\nat = \"sql\"\n"
        ),
        "single_effect"
    );
    const auto calls = all_of<world::SqlCall>(run);
    const auto ends = all_of<world::SqlEnd>(run);
    REQUIRE_FALSE(calls.empty());
    REQUIRE_FALSE(ends.empty());
    const auto lost = std::ranges::find_if(calls, [](const auto& call) {
        return call.second.passage.seen.has_value();
    });
    REQUIRE(lost != calls.end());
    CHECK(lost->second.passage.seen->kind == ErrorKind::connection_lost);
    CHECK(ends.front().second.how == world::SqlEnding::killed);
    CHECK(ends.front().first.step == lost->first.step);
    CHECK_FALSE(run.contents.tables.empty());
}

TEST_CASE("log_run: every run ends with all stores in order, at the contents' time", "[real]") {
    const LoggedRun run =
        logged(scenario_with("no-guard", lost_reply_only("single_effect")), "single_effect");
    REQUIRE_FALSE(run.log.events().empty());
    const world::StoreEvent& last = run.log.events().back();
    CHECK(std::holds_alternative<world::FaultsEnd>(last.what));
    CHECK(last.at == run.contents.at);
    CHECK(all_of<world::GatewayCall>(run).size() == 2);
    CHECK(run.contents.ledger.size() == 2);
}

}  // namespace onceproof::harness
