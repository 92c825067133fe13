#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/base/time.hpp"
#include "model/fake/broker.hpp"
#include "model/fake/dialect.hpp"
#include "model/fake/plan.hpp"
#include "model/fake/redis.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/port/request.hpp"
#include "model/port/strategy.hpp"
#include "model/world/fault.hpp"
#include "model/world/latency.hpp"

namespace onceproof::world {

/// How a caller decides after each attempt.
enum class Policy : std::uint8_t {
    /// The article's caller: any reply that is no exception is final, so "in progress" ends it.
    /// Exceptions (all refusals and errors) and time-outs are retried.
    published,
    /// Polls on "in progress" and busy, retries errors and time-outs, stops at success or a
    /// definite refusal.
    patient,
};

/// What a caller's key stands for.
enum class Identity : std::uint8_t {
    per_order,    ///< all callers of an order share its key: a double click
    per_caller,   ///< each caller has its own key for the order: two tabs
    per_attempt,  ///< each try has a new key: the caller's, with the number of the try behind it
};

/// One caller: one logical request, several attempts. Callers with one order want it done once.
struct Caller {
    Request request;    ///< its key counts where the strategy gives out none
    Duration start{0};  ///< when the first attempt begins
};

/// What a caller does.
enum class Load : std::uint8_t {
    requests,  ///< sends its request to the service and waits for a reply
    messages,  ///< publishes it to the broker and waits for the confirm: it is a producer
};

/// Everything that a world is made of. Times are virtual.
struct Config {
    const Strategy* strategy = nullptr;
    const fake::Schema* schema = nullptr;
    std::vector<std::string>
        strategy_tables;      ///< what bounded_storage looks at; the effect's table is not one
    bool uses_tasks = false;  ///< the strategy starts tasks

    std::vector<Caller> callers;
    Identity identity = Identity::per_order;
    bool issues = false;  ///< callers ask the service for the key before the first attempt
    Policy policy = Policy::published;
    std::size_t attempts_max = 3;  ///< per caller
    Duration patience{0};          ///< with one attempt
    /// Before attempt 2, 3 …; the last one repeats. Also a consumer's pause after a rejection.
    std::vector<Duration> backoff;

    Load load = Load::requests;
    std::size_t consumers = 0;   ///< of the broker's queue, spread over the instances
    std::size_t batch = 1;       ///< deliveries that a consumer takes at once, at most
    std::size_t relays = 0;      ///< run the strategy's `relay`, spread over the instances
    std::size_t relay_runs = 2;  ///< rounds of each before the settling
    Duration relay_period = std::chrono::seconds(1);  ///< between two rounds
    bool asynchronous = false;  ///< a consumer makes the effect, after the answer; messages: it is

    Effect effect = Effect::external;
    Duration work{0};  ///< how long the effect takes

    std::size_t instances = 2;
    Duration restart{0};                              ///< how long a dead instance stays away
    std::size_t pool = 8;                             ///< database connections per instance
    fake::Dialect dialect = fake::Dialect::postgres;  ///< the database's
    Duration sql_timeout{0};                          ///< the drivers' patience
    Duration kv_timeout{0};
    Duration gateway_timeout{0};
    Duration broker_timeout{0};
    fake::Redis::Config redis;
    fake::Broker::Config broker{.rest_after = 4};
    Duration session{0};        ///< how long ephemeral keys outlive their instance's process
    bool uses_redis = true;     ///< the strategy does: taking Redis away changes something
    bool uses_database = true;  ///< the strategy or the effect does

    Latencies latencies;  ///< in timed order; in explored order no call takes any time
    std::vector<FaultRule> faults;
    std::vector<guarantee::Id> guarantees;  ///< those that are looked at
    std::vector<Duration> horizons;  ///< of the quiet retries, after the last caller has ended
    Duration retention{0};           ///< after the last quiet retry, before the clean-up runs

    /// Whether anybody has to do with a broker.
    [[nodiscard]] bool has_broker() const {
        return load == Load::messages || consumers > 0 || relays > 0;
    }
};

/// How a world comes back to an earlier state. Both visit the same states; builds with the address
/// sanitizer can only replay.
enum class RestoreBy : std::uint8_t {
    snapshot,
    replay
};

}  // namespace onceproof::world
