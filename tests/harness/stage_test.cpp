#include "harness/stage.hpp"

#include "harness/print.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

CellIdentity identity(const Scenario& scenario) {
    return identity_of(scenario, scenario.strategies.front());
}

}  // namespace

TEST_CASE("stage: callers of every key, each with its start and payload", "[harness]") {
    const Scenario scenario = scenario_with(
        "no-guard",
        "[workload]\ncallers = 2\nkeys = 2\nstarts = [\"0s\", \"3s\"]\nother_payload = true\n"
    );
    const Stage stage(scenario, scenario.strategies.front());
    const std::vector<world::Caller>& callers = stage.config().callers;
    REQUIRE(callers.size() == 4);
    CHECK(callers[0].request == Request{"pay-1", "order-1", 100, "user-1"});
    CHECK(callers[1].request == Request{"pay-1", "order-1", 250, "user-1"});
    CHECK(callers[1].start == 3s);
    CHECK(callers[2].request == Request{"pay-2", "order-2", 100, "user-1"});
    CHECK(callers[2].start == 0s);
}

TEST_CASE("stage: another order under the same key is another user's", "[harness]") {
    const Scenario scenario =
        scenario_with("no-guard", "[workload]\ncallers = 3\nother_order = true\n");
    const Stage stage(scenario, scenario.strategies.front());
    const std::vector<world::Caller>& callers = stage.config().callers;
    REQUIRE(callers.size() == 3);
    CHECK(callers[0].request == Request{"pay-1", "order-1", 100, "user-1"});
    CHECK(callers[1].request == Request{"pay-1", "order-1b", 100, "user-2"});
    CHECK(callers[2].request == callers[0].request);
}

TEST_CASE("stage: whose the key is decides who shares it", "[harness]") {
    const auto keys_of = [](const std::string& identity) {
        const Scenario scenario =
            scenario_with("no-guard", "[workload]\ncallers = 2\nidentity = \"" + identity + "\"\n");
        const Stage stage(scenario, scenario.strategies.front());
        std::vector<std::string> keys;
        for (const world::Caller& caller : stage.config().callers) {
            CHECK(caller.request.order == "order-1");
            keys.push_back(caller.request.key);
        }
        return keys;
    };
    CHECK(keys_of("per-order") == std::vector<std::string>{"pay-1", "pay-1"});
    CHECK(keys_of("per-caller") == std::vector<std::string>{"pay-1.1", "pay-1.2"});
    // The world puts the number of the attempt behind it.
    CHECK(keys_of("per-attempt") == std::vector<std::string>{"pay-1.1", "pay-1.2"});
}

TEST_CASE("stage: what a strategy does without cannot be taken away from it", "[harness]") {
    const auto stores = [](std::string_view strategy, const std::string& more) {
        const Scenario scenario = scenario_with(strategy, more);
        const Stage stage(scenario, scenario.strategies.front());
        return std::pair(stage.config().uses_redis, stage.config().uses_database);
    };
    CHECK(stores("no-guard", "") == std::pair(false, false));
    CHECK(stores("no-guard", "workload.effect = \"in-transaction\"\n") == std::pair(false, true));
    CHECK(stores("dedup-table/published", "") == std::pair(false, true));
    CHECK(stores("table-lock/published", "") == std::pair(true, true));
}

TEST_CASE("stage: the scenario's numbers are the world's", "[harness]") {
    const Scenario scenario = scenario_with(
        "table-lock/hardened",
        "[workload]\nattempts = 4\ncaller = \"patient\"\ntimeout = \"7s\"\nbackoff = [\"2s\"]\n"
        "effect = \"in-transaction\"\nwork = \"11s\"\n"
        "[service]\ninstances = 3\nrestart = \"12s\"\n"
        "database = { pool = 5, timeout = \"13s\" }\ngateway = { timeout = \"15s\" }\n"
        "redis = { persistence = \"always\", replica = true, timeout = \"14s\", session = \"18s\" "
        "}\n"
        "[faults]\nbudget = 2\n[[fault]]\nkind = \"stall\"\nat = \"kv\"\nfor = \"16s\"\nmax = 2\n"
        "[[fault]]\nkind = \"redis-failover\"\nlose = 3\n"
        "[[fault]]\nkind = \"redis-eviction\"\nkey = \"lock:\"\n"
        "[guarantees]\ncheck = [\"right_result\", \"single_effect\"]\n"
        "[settle]\nretries = [\"17s\"]\n"
    );
    const Stage stage(scenario, scenario.strategies.front());
    const world::Config& config = stage.config();
    CHECK(config.attempts_max == 4);
    CHECK(config.policy == world::Policy::patient);
    CHECK(config.patience == 7s);
    CHECK(config.backoff == std::vector<Duration>{2s});
    CHECK(config.effect == Effect::in_transaction);
    CHECK(config.work == 11s);
    CHECK(config.instances == 3);
    CHECK(config.restart == 12s);
    CHECK(config.pool == 5);
    CHECK(config.sql_timeout == 13s);
    CHECK(config.kv_timeout == 14s);
    CHECK(config.gateway_timeout == 15s);
    CHECK(config.redis.persistence == fake::Persistence::always);
    CHECK(config.redis.replica);
    CHECK(config.session == 18s);
    REQUIRE(config.faults.size() == 3);
    CHECK(config.faults[2].key == "lock:");
    CHECK(config.faults[0].kind == world::FaultKind::stall);
    CHECK(config.faults[0].at == "kv");
    CHECK(config.faults[0].duration == 16s);
    CHECK(config.faults[0].max == 2);
    CHECK(config.faults[1].kind == world::FaultKind::redis_failover);
    CHECK(config.faults[1].lose == 3);
    CHECK(
        config.guarantees == std::vector{guarantee::Id::single_effect, guarantee::Id::right_result}
    );
    CHECK(config.horizons == std::vector<Duration>{17s});
    CHECK(config.retention == 24h * 31);
    CHECK(config.strategy_tables == std::vector<std::string>{"idempotent_duplicate"});
    CHECK_FALSE(config.uses_tasks);
}

TEST_CASE("stage: messages, consumers and the broker are the world's", "[harness]") {
    const Scenario scenario = scenario_with(
        "no-guard",
        "[workload]\nload = \"messages\"\nconsumers = 3\nbatch = 4\nrelays = 2\n"
        "[service.broker]\ntimeout = \"5s\"\nredeliver_after = \"6s\"\ndeliveries = 7\n"
        "ids = \"broker\"\nproducer_dedup = true\n"
    );
    const Stage stage(scenario, scenario.strategies.front());
    const world::Config& config = stage.config();
    CHECK(config.load == world::Load::messages);
    CHECK(config.asynchronous);
    CHECK(config.consumers == 3);
    CHECK(config.batch == 4);
    CHECK(config.relays == 2);
    CHECK(config.broker_timeout == 5s);
    CHECK(config.broker.redeliver_after == 6s);
    CHECK(config.broker.deliveries_max == 7);
    CHECK(config.broker.gives_ids);
    CHECK(config.broker.producer_dedup);
    CHECK(config.broker.rest_after == 4);
}

TEST_CASE("stage: without them there is no broker", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", "");
    const Stage stage(scenario, scenario.strategies.front());
    CHECK_FALSE(stage.config().has_broker());
    CHECK_FALSE(stage.config().asynchronous);
}

TEST_CASE("stage: the database has the dialect that the scenario names", "[harness]") {
    const auto dialect_of = [](const char* name) {
        const Scenario scenario = scenario_with(
            "dedup-table/published", std::string("[service]\ndatabase.dialect = \"") + name + "\"\n"
        );
        return Stage(scenario, scenario.strategies.front()).config().dialect;
    };
    CHECK(dialect_of("postgres") == fake::Dialect::postgres);
    CHECK(dialect_of("mysql") == fake::Dialect::mysql);
}

TEST_CASE("stage: a strategy that renews brings tasks", "[harness]") {
    const Scenario scenario = scenario_with(
        "table-lock/published", "[strategy.\"table-lock/published\"]\nrenew = true\n"
    );
    const Stage stage(scenario, scenario.strategies.front());
    CHECK(stage.config().uses_tasks);
}

TEST_CASE(
    "identity: a cell is its scenario's id, its strategy's label and its sweep point", "[harness]"
) {
    const Scenario scenario = scenario_with("dedup-table/published", lost_reply);
    Scenario other_id = scenario;
    other_id.id = "other";
    Scenario other_point = scenario;
    other_point.point["workload.effect"] = "external";
    const Scenario other_label = scenario_with("dedup-table/hardened", lost_reply);
    CHECK(identity(scenario).cell != identity(other_id).cell);
    CHECK(identity(scenario).cell != identity(other_point).cell);
    CHECK(identity(scenario).cell != identity(other_label).cell);
}

TEST_CASE(
    "identity: the content changes with whatever the world depends on, and with nothing else",
    "[harness]"
) {
    const Scenario scenario = scenario_with("dedup-table/published", lost_reply);
    Scenario told_otherwise = scenario;
    told_otherwise.title = "another title";
    told_otherwise.tags = {"ci"};
    told_otherwise.states_max = 7;
    told_otherwise.expectations = {Expectation{}};
    CHECK(identity(scenario) == identity(told_otherwise));

    // A key that came later leaves old tokens alone while it has its default.
    CHECK(canonical(scenario, scenario.strategies.front()).find("consumers") == std::string::npos);

    std::vector<Scenario> changed(7, scenario);
    changed[0].workload.timeout = 6s;
    changed[1].service.pool = 2;
    changed[2].fault_budget = 2;
    changed[3].faults.front().at = "any";
    changed[4].settle = {1s};
    changed[5].strategies.front().options["isolation"] = std::string("serializable");
    changed[6].workload.consumers = 1;
    for (const Scenario& one : changed) {
        CHECK(identity(one).cell == identity(scenario).cell);
        CHECK(identity(one).content != identity(scenario).content);
    }
}

}  // namespace onceproof::harness
