#include "harness/stage.hpp"

#include <algorithm>

#include "harness/latency.hpp"
#include "harness/print.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/ensure.hpp"
#include "model/base/hash.hpp"

namespace onceproof::harness {
namespace {

/// The clean-up of a scenario's end runs when everything that is ever to be forgotten may be.
constexpr Duration retention = std::chrono::hours(24 * 31);

std::vector<world::Caller> callers_of(const Workload& workload) {
    const bool own_key = workload.identity != world::Identity::per_order;
    std::vector<world::Caller> callers;
    for (std::size_t key = 0; key < workload.keys; ++key) {
        const std::string number = std::to_string(key + 1);
        for (std::size_t i = 0; i < workload.callers; ++i) {
            const bool other = i % 2 == 1;
            const bool other_order = other && workload.other_order;
            callers.push_back(
                {.request =
                     {.key = "pay-" + number + (own_key ? "." + std::to_string(i + 1) : ""),
                      .order = "order-" + number + (other_order ? "b" : ""),
                      .amount = other && workload.other_payload ? 250 : 100,
                      .user = other_order ? "user-2" : "user-1"},
                 .start = i < workload.starts.size() ? workload.starts[i] : Duration{0}}
            );
        }
    }
    return callers;
}

fake::Redis::Config redis_of(const Service& service) {
    fake::Redis::Config redis;
    redis.persistence = service.persistence == "none"     ? fake::Persistence::none
                        : service.persistence == "always" ? fake::Persistence::always
                                                          : fake::Persistence::everysec;
    redis.replica = service.replica;
    return redis;
}

fake::Broker::Config broker_of(const Service& service) {
    fake::Broker::Config broker = world::Config{}.broker;
    broker.redeliver_after = service.redeliver_after;
    broker.deliveries_max = static_cast<std::uint32_t>(service.deliveries);
    broker.gives_ids = service.message_ids == "broker";
    broker.producer_dedup = service.producer_dedup;
    return broker;
}

world::Distribution distribution_of(const Latency& latency) {
    const auto& values = latency.values;
    if (latency.dist.empty()) return {};
    if (latency.dist == "constant") return world::Distribution::constant(values.at("value"));
    if (latency.dist == "uniform") {
        return world::Distribution::uniform(values.at("min"), values.at("max"));
    }
    if (latency.dist == "exponential") return world::Distribution::exponential(values.at("mean"));
    if (latency.dist == "lognormal") {
        return world::Distribution::lognormal(values.at("p50"), values.at("p99"));
    }
    ENSURE(latency.dist == "percentiles");
    return world::Distribution(points_of(latency));
}

world::Latencies latencies_of(const Latencies& latencies) {
    return {
        .network = distribution_of(latencies.network),
        .redis = distribution_of(latencies.redis),
        .database = distribution_of(latencies.database),
        .gateway = distribution_of(latencies.gateway),
        .broker = distribution_of(latencies.broker)};
}

std::vector<guarantee::Id> guarantees_of(const std::vector<std::string>& names) {
    std::vector<guarantee::Id> ids;
    for (const guarantee::Info& info : guarantee::all) {
        if (std::ranges::find(names, info.name) != names.end()) {
            ids.push_back(info.id);
        }
    }
    return ids;
}

}  // namespace

std::vector<world::FaultRule> rules_of(const std::vector<FaultRule>& faults) {
    std::vector<world::FaultRule> rules;
    for (const FaultRule& fault : faults) {
        const auto known = world::all_faults();
        const auto info = std::ranges::find(known, fault.kind, &world::FaultInfo::name);
        ENSURE(info != known.end());
        rules.push_back(
            {.kind = info->kind,
             .at = fault.at,
             .duration = fault.duration,
             .lose = fault.lose,
             .max = fault.max,
             .key = fault.key,
             .rate = fault.rate}
        );
    }
    return rules;
}

strategy::Options options_of(const strategy::Info& info, const StrategyUse& use) {
    return strategy::resolve(
        info,
        use.preset.empty() ? info.presets.front().name : std::string_view(use.preset),
        {use.options.begin(), use.options.end()}
    );
}

Stage::Stage(const Scenario& scenario, const StrategyUse& use) {
    const strategy::Info* info = strategy::find(use.name);
    ENSURE(info != nullptr);
    const strategy::Options options = options_of(*info, use);
    strategy_ = info->make(options, scenario.workload.effect);
    schema_ = fake::compile_schema(strategy::full_schema(*info));
    config_.strategy = strategy_.get();
    config_.schema = schema_.get();
    config_.strategy_tables = {info->tables.begin(), info->tables.end()};
    config_.uses_tasks = info->uses_tasks(options);
    config_.callers = callers_of(scenario.workload);
    config_.identity = scenario.workload.identity;
    config_.issues = info->issues;
    config_.policy =
        scenario.workload.caller == "patient" ? world::Policy::patient : world::Policy::published;
    config_.attempts_max = scenario.workload.attempts;
    config_.patience = scenario.workload.timeout;
    config_.backoff = scenario.workload.backoff;
    const bool messages = scenario.workload.load == "messages";
    config_.load = messages ? world::Load::messages : world::Load::requests;
    config_.consumers = scenario.workload.consumers;
    config_.batch = scenario.workload.batch;
    config_.relays = scenario.workload.relays;
    config_.asynchronous = messages || (info->needs_broker && info->consumes);
    config_.effect = scenario.workload.effect;
    config_.work = scenario.workload.work;
    config_.instances = scenario.service.instances;
    config_.restart = scenario.service.restart;
    config_.pool = scenario.service.pool;
    config_.dialect =
        scenario.service.dialect == "mysql" ? fake::Dialect::mysql : fake::Dialect::postgres;
    config_.sql_timeout = scenario.service.sql_timeout;
    config_.kv_timeout = scenario.service.kv_timeout;
    config_.gateway_timeout = scenario.service.gateway_timeout;
    config_.broker_timeout = scenario.service.broker_timeout;
    config_.redis = redis_of(scenario.service);
    config_.broker = broker_of(scenario.service);
    config_.session = scenario.service.session;
    config_.uses_redis = info->needs_kv;
    config_.uses_database = info->needs_sql || scenario.workload.effect == Effect::in_transaction;
    config_.latencies = latencies_of(scenario.latency);
    config_.faults = rules_of(scenario.faults);
    config_.guarantees = guarantees_of(scenario.guarantees);
    config_.horizons = scenario.settle;
    config_.retention = retention;
}

CellIdentity identity_of(const Scenario& scenario, const StrategyUse& use) {
    Hasher name;
    name.add(std::string_view(scenario.id));
    name.add(std::string_view(use.label()));
    for (const auto& [path, value] : scenario.point) {
        name.add(std::string_view(path));
        name.add(std::string_view(value));
    }
    Hasher content;
    content.add(std::string_view(canonical(scenario, use)));
    return {
        static_cast<std::uint32_t>(name.finish().low),
        static_cast<std::uint16_t>(content.finish().low)};
}

}  // namespace onceproof::harness
