#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/tree.hpp"
#include "model/base/bytes.hpp"
#include "model/base/time.hpp"
#include "model/port/strategy.hpp"
#include "model/world/config.hpp"

namespace onceproof::harness {

/// A strategy's option as the scenario file gives it: a switch, a number, a word, or a duration.
using OptionValue = std::variant<bool, std::int64_t, std::string, Duration>;

/// Who calls, how often, and what for. Times are virtual.
struct Workload {
    std::size_t callers = 2;                     ///< per key; callers of one key are a double click
    std::size_t keys = 1;                        ///< different request keys
    std::size_t attempts = 3;                    ///< at most, per caller
    std::string caller = "published";            ///< policy preset: published | patient
    Duration timeout = std::chrono::seconds(5);  ///< a caller's patience with one attempt
    std::vector<Duration> backoff{
        std::chrono::seconds(5),
        std::chrono::seconds(10)};  ///< pause before attempt 2, 3 …; the last repeats
    std::vector<Duration> starts;   ///< when caller 1, 2 … begin; missing ones begin at 0
    std::string load = "requests";  ///< requests | messages: callers are then producers
    std::size_t consumers = 0;      ///< of the broker's queue
    std::size_t batch = 1;          ///< deliveries that a consumer takes at once, at most
    std::size_t relays = 0;         ///< run the strategy's relay
    Effect effect = Effect::external;
    Duration work{0};            ///< how long the effect takes
    bool other_payload = false;  ///< every second caller sends another amount under the same key
    /// Every second caller sends another order of another user under the same key.
    bool other_order = false;
    world::Identity identity = world::Identity::per_order;  ///< what a key stands for
};

/// The service and its stores.
struct Service {
    std::size_t instances = 2;
    Duration restart = std::chrono::seconds(1);  ///< a dead instance is back after this
    std::size_t pool = 8;                        ///< database connections per instance
    std::string dialect = "postgres";            ///< postgres | mysql
    std::string persistence = "everysec";        ///< none | everysec | always
    bool replica = false;
    Duration sql_timeout = std::chrono::seconds(5);  ///< the driver's patience
    Duration kv_timeout = std::chrono::seconds(1);
    Duration session = std::chrono::seconds(10);  ///< ephemeral keys outlive their process so long
    Duration gateway_timeout = std::chrono::seconds(5);
    Duration broker_timeout = std::chrono::seconds(5);
    Duration redeliver_after{0};           ///< the broker's patience with a delivery; 0: no end
    std::size_t deliveries = 0;            ///< then a message is a dead letter; 0: never
    std::string message_ids = "producer";  ///< producer | broker: who gives them
    bool producer_dedup = false;           ///< the broker drops what a producer sends twice
};

/// How long calls to one party take in timed order.
struct Latency {
    std::string
        dist;  ///< constant | uniform | exponential | lognormal | percentiles; empty: no time
    /// Its parameters by name: "value"; "min" and "max"; "mean"; "p50" and "p99"; "p0", "p50",
    /// "p99.9" and so on up to "p100".
    std::map<std::string, Duration> values;

    friend bool operator==(const Latency&, const Latency&) = default;
};

/// What takes how long in timed order.
struct Latencies {
    Latency network;  ///< between callers and the service, each way
    Latency redis;
    Latency database;
    Latency gateway;
    Latency broker;
};

/// One kind of fault that may strike.
struct FaultRule {
    std::string kind;  ///< a name that `list faults` knows
    std::string at =
        "any";  ///< operation filter: "any", "kv", "kv.set", "sql.commit", "gateway.charge" …
    Duration duration{0};  ///< `for`: of a stall, a delay, an outage; a clock's lead
    std::size_t lose = 1;  ///< writes or commits that a failover forgets
    std::string key;       ///< what the name of the evicted key begins with
    std::size_t max = 1;   ///< at most so often in one run
    /// Timed order only: with what probability it strikes a call that it can strike; one that comes
    /// by itself, a run.
    double rate = 0;
    std::vector<std::string> given;  ///< parameters that the file spells out
};

/// One column of the scenario: a strategy with a preset and single options on top.
struct StrategyUse {
    std::string name;    ///< catalog name
    std::string preset;  ///< "published", "hardened"; empty for a strategy without presets
    std::map<std::string, OptionValue> options;  ///< beyond the preset
    [[nodiscard]] std::string label() const { return preset.empty() ? name : name + "/" + preset; }
};

/// What a cell must come to. The first that matches counts.
struct Expectation {
    std::string strategy = "*";  ///< label, name, or "*"
    std::map<std::string, std::vector<std::string>>
        where;                    ///< swept path -> values in the file's spelling
    std::string guarantee = "*";  ///< a guarantee's name or "*"
    bool violated = false;        ///< verdict = "violated" | "safe"
    std::string file;             ///< where it stands, for messages
    std::size_t line = 0;
    std::string window{};  ///< "Z1": the gap that makes it break; empty: none
};

/// One swept parameter: a path such as "strategy.table-lock.ttl" or "workload.effect" and its
/// values as spelled.
struct SweepAxis {
    std::string path;
    std::vector<std::string> values;
};

/// How a cell is searched.
enum class Mode : std::uint8_t {
    exhaustive,  ///< every state
    random,      ///< seeded walks
    pct,         ///< seeded walks by priorities
    timed        ///< seeded runs in which calls take their time
};
inline constexpr std::array all_modes{Mode::exhaustive, Mode::random, Mode::pct, Mode::timed};

/// A published claim, in our words, that a scenario puts to the test.
struct Claim {
    std::string text;                     ///< empty: it tests none
    std::size_t number = 0;               ///< its place among the claims
    std::vector<std::string> about;       ///< labels or names; empty: all but the baseline
    std::vector<std::string> guarantees;  ///< what it promises; empty: all that are checked
};

/// One `[[regress]]` entry: a case that once failed.
struct Regress {
    std::string token;
    std::string note;  ///< why it is kept
    Place place{};     ///< of the token, for messages
};

/// One failure story, fully resolved (`extends` merged), for one sweep point.
struct Scenario {
    std::string file;
    std::string id;
    std::string title;
    std::vector<std::string> tags;
    Claim claim;
    Workload workload;
    Service service;
    Latencies latency;
    std::vector<StrategyUse> strategies;
    std::size_t fault_budget = 0;
    std::vector<FaultRule> faults;
    std::vector<std::string> guarantees;  ///< names to check; never empty
    std::vector<Duration> settle{Duration{0}, std::chrono::seconds(400), std::chrono::hours(25)};
    Mode mode = Mode::exhaustive;
    std::size_t states_max = 5'000'000;
    Duration time_max = std::chrono::seconds(60);
    Bytes memory_max{std::int64_t{1} << 30};   ///< of the states and snapshots of one search
    std::size_t cases = 20'000;                ///< walks, timed runs
    std::size_t depth = 3;                     ///< pct: orderings that a bug needs
    std::vector<SweepAxis> sweep;              ///< the axes (same for every point)
    std::map<std::string, std::string> point;  ///< this point: path -> value as spelled
    std::vector<Expectation> expectations;
    std::vector<Regress> regress;
};

}  // namespace onceproof::harness
