#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/port/env.hpp"
#include "model/port/sql.hpp"
#include "model/world/mentions.hpp"
#include "model/world/operation.hpp"
#include "model/world/rule_table.hpp"

namespace onceproof::world {

/// Where an actor stands between two steps.
enum class Status : std::uint8_t {
    idle,      ///< not started
    starting,  ///< to be run, for the first time or on, before the step ends
    ready,     ///< has announced an operation
    blocked,   ///< its statement waits for another session, or the pool is empty
    waiting,   ///< a caller that waits for its reply, at most until `wake_at`
    sleeping,  ///< until `wake_at`
    draining,  ///< the settler, until nothing is under way any more
    dead,      ///< a producer's process, until it starts again at `wake_at`
    held,      ///< a caller that waits until another one has got the key of their order
    ended,
};

[[nodiscard]] constexpr bool is_active(Status status) {
    return status != Status::idle && status != Status::ended;
}

/// What the world knows of an actor.
struct ActorState {
    Status status = Status::idle;
    bool hit = false;              ///< a fault has struck this attempt
    bool cancelled = false;        ///< handlers: the caller has given up and cancelled the request
    bool bound = false;            ///< its port calls end with the request
    bool under_way = false;        ///< sleeping: its call has not been answered yet
    bool issuing = false;          ///< handlers: makes a key, no effect
    std::uint8_t instance = 0;     ///< handlers and tasks: where it runs
    std::uint8_t ids = 0;          ///< how many uuids it has drawn
    std::uint8_t publish = 0;      ///< its publish that is under way: all tries of it have this
    std::uint8_t rounds = 0;       ///< relays: how many it has completed before the settling
    std::uint32_t operations = 0;  ///< how many results it has seen
    Operation* operation =
        nullptr;        ///< announced, or the one whose result it will see when it wakes
    Instant wake_at{};  ///< ready or blocked in timed order: when the operation arrives
    Fingerprint
        observed;       ///< all results it has seen: deterministic code with these is in this state
    Mentions mentions;  ///< whom ids in them name, where these are not part of `observed`
};

/// What an actor hashes to by itself, whatever its number.
struct ActorPrint {
    Fingerprint own;
    Mentions pending;  ///< in the result that it sees when it wakes
};

/// The client's side of a database connection.
struct SessionState {
    bool open = false;   ///< handed out by the pool
    bool dead = false;   ///< every further call fails
    bool begun = false;  ///< `begin` was called
    bool sent = false;   ///< BEGIN has reached the server
    Isolation isolation = Isolation::read_committed;
};

/// A service process.
struct InstanceState {
    bool alive = true;
    std::uint8_t connections = 0;  ///< taken from its pool
    /// So many could have been taken at once in this step, had its actors run on in another order.
    std::uint8_t open_at_most = 0;
    Instant restart_at{};
    Duration skew{0};  ///< how far its clock is ahead
};

/// The key of an order, where callers do not bring it with them.
struct OrderKey {
    std::string known;      ///< what a quiet retry sends; empty: nobody has one yet
    std::size_t asker = 0;  ///< the caller that asks for the order's one key; 0: nobody does
};

/// What a task was started with; lives in the task's own region.
struct TaskStart {
    Tasks::Body body;
    std::string key;
    std::string value;
    Duration period;
};

enum class Phase : std::uint8_t {
    callers,
    settling,
    over
};

/// All of a run's state that is no store's and no actor's own. Lives in a region of its own.
struct State {
    Instant now{};
    Phase phase = Phase::callers;
    std::uint8_t last_actor = 0;
    std::uint8_t faults_used = 0;
    std::uint8_t settled = 0;    ///< quiet retries that are over
    bool time_observed = false;  ///< some code has read an absolute time
    bool ids_drawn = false;      ///< some actor has drawn an id
    bool retrying = false;       ///< settling: the quiet retries have begun
    Instant broker_up_at{};      ///< before that the broker is down
    bool sweeping = false;       ///< the handler that starts next runs the strategy's clean-up
    Instant settle_start{};
    std::uint64_t commits_seen = 0;  ///< of the database, when effects were last counted
    std::size_t ledger_seen = 0;
    std::array<std::uint8_t, RuleTable::rules_max> rule_used{};
    std::vector<ActorState> actors;
    std::vector<std::uint32_t> calls;  ///< timed order, by actor: how many it has made
    std::size_t moments_passed = 0;    ///< timed order: of the case's
    std::vector<SessionState> sessions;
    std::vector<InstanceState> instances;
    Instant redis_down_until{};
    Instant redis_read_only_until{};
    Instant database_down_until{};
    std::vector<guarantee::Book> books;   ///< by order
    std::vector<OrderKey> order_keys;     ///< by order
    std::vector<TaskStart*> task_starts;  ///< by task actor's ordinal
    /// By handler: what it was started for, in the handler's own region; unused where the key of a
    /// caller never changes.
    std::vector<Request*> requests;
};

/// A request on its way that will be applied after its sender has given up.
struct LateMessage {
    OpCode code = OpCode::none;
    std::size_t actor = 0;  ///< who sent it
    Instant due{};
    std::string key;
    std::string value;
    std::string expected;
    SetOptions options;
    Duration ttl{0};
    Request request;
    std::optional<std::string> downstream_key;
    /// Of the database or of an ephemeral key; of a call: the attempt; of a publish: which.
    std::size_t session = 0;
};

}  // namespace onceproof::world
