#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/base/time.hpp"
#include "model/fake/plan.hpp"
#include "model/fake/redis.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/port/request.hpp"
#include "model/port/strategy.hpp"
#include "model/world/fault.hpp"

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

/// One caller: one logical request, several attempts. Callers with one key are a double click.
struct Caller {
    Request request;
    Duration start{0};  ///< when the first attempt begins
};

/// Everything that a world is made of. Times are virtual.
struct Config {
    const Strategy* strategy = nullptr;
    const fake::Schema* schema = nullptr;
    std::vector<std::string>
        strategy_tables;      ///< what bounded_storage looks at; the effect's table is not one
    bool uses_tasks = false;  ///< the strategy starts tasks

    std::vector<Caller> callers;
    Policy policy = Policy::published;
    std::size_t attempts_max = 3;   ///< per caller
    Duration patience{0};           ///< with one attempt
    std::vector<Duration> backoff;  ///< before attempt 2, 3 …; the last one repeats

    Effect effect = Effect::external;
    Duration work{0};  ///< how long the effect takes

    std::size_t instances = 2;
    Duration restart{0};      ///< how long a dead instance stays away
    std::size_t pool = 8;     ///< database connections per instance
    Duration sql_timeout{0};  ///< the drivers' patience
    Duration kv_timeout{0};
    Duration gateway_timeout{0};
    fake::Redis::Config redis;

    std::vector<FaultRule> faults;
    std::vector<guarantee::Id> guarantees;  ///< those that are looked at
    std::vector<Duration> horizons;  ///< of the quiet retries, after the last caller has ended
    Duration retention{0};           ///< after the last quiet retry, before the clean-up runs
};

/// How a world comes back to an earlier state. Both visit the same states; builds with the address
/// sanitizer can only replay.
enum class RestoreBy : std::uint8_t {
    snapshot,
    replay
};

}  // namespace onceproof::world
