#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/base/time.hpp"
#include "model/fake/broker.hpp"
#include "model/port/request.hpp"
#include "model/port/result.hpp"
#include "model/port/sql.hpp"
#include "model/world/broker_operation.hpp"
#include "model/world/fault.hpp"
#include "model/world/operation.hpp"

namespace onceproof::world {

/// How far a call has come.
enum class Reach : std::uint8_t {
    applied,    ///< the store took it
    waits,      ///< sql: it must wait for another session; it comes once more when it need not
    lost,       ///< it never arrives
    held_back,  ///< it arrives later, as a call that is `late`
    refused,    ///< nobody takes it, and its sender knows; an event before it may say why
};

/// What became of a call between its sender and its store.
struct Passage {
    Reach reach = Reach::applied;
    bool late = false;               ///< it was held back, and arrives now: nobody sees the answer
    std::optional<Error> seen = {};  ///< what its sender is told instead of the store's answer
};

/// A command to Redis; the fields are those of KvOperation. A result counts if it was `applied`.
struct KvCall {
    OpCode code = OpCode::none;
    std::string key = {};
    std::string value = {};
    std::string expected = {};
    SetOptions options = {};
    Duration ttl{0};
    std::uint8_t session = 0;
    Result<KvOperation::Answer> result{Error{}};
    Passage passage = {};
};

/// A statement, commit or rollback on a connection. With the first one of a transaction SqlBegin
/// stands before it.
struct SqlCall {
    OpCode code = OpCode::none;
    std::size_t session = 0;
    std::string text = {};  ///< empty: commit, rollback
    std::vector<Value> parameters = {};
    Result<Rows> result{Error{}};
    Passage passage = {};
};

/// BEGIN reaches the database, with the statement that follows.
struct SqlBegin {
    std::size_t session = 0;
    Isolation isolation = Isolation::read_committed;
};

/// What ends a connection's transaction or statement without the strategy's asking for it.
enum class SqlEnding : std::uint8_t {
    closed,            ///< the connection goes back to the pool, which undoes what is open
    killed,            ///< the connection is gone, and what was open is undone
    cancelled,         ///< the driver undoes the transaction of a request that was cancelled
    deadlock_victim,   ///< the server ends the wait of this one of a cycle
    statement_failed,  ///< the statement that is due fails as a deadlock victim does
    wait_failed,       ///< the statement that waits fails
};
struct SqlEnd {
    std::size_t session = 0;
    SqlEnding how = SqlEnding::closed;
    std::optional<Error> error = {};  ///< the last three: what the statement's sender sees
};

/// A charge, or a question for one (then the request is empty).
struct GatewayCall {
    OpCode code = OpCode::none;
    Request request = {};
    std::optional<std::string> downstream_key = {};
    Result<std::optional<std::string>> result{Error{}};
    Passage passage = {};
};

/// A publish (`producer` counts), or what a consumer does.
struct BrokerCall {
    OpCode code = OpCode::none;
    fake::Broker::Consumer consumer = 0;
    fake::Broker::Producer producer = {};
    Request request = {};
    std::string message_id = {};
    std::size_t most = 1;
    std::vector<Delivery> deliveries = {};
    Result<BrokerOperation::Answer> result{Error{}};
    Passage passage = {};
};

/// What the broker does by itself or is made to do.
enum class BrokerTurn : std::uint8_t {
    redelivers,      ///< message `number` comes back from its consumer
    takes_back,      ///< all that consumer `number` holds comes back
    drives_again,    ///< an operator has message `number` handed out once more
    patience_passes  ///< what was handed out too long before `until` comes back
};
struct BrokerChange {
    BrokerTurn turn = BrokerTurn::redelivers;
    std::size_t number = 0;
    Instant until{};
};

/// A session of ephemeral keys is over at `ends`, maybe later than now.
struct KvSessionEnd {
    std::uint8_t session = 0;
    Instant ends{};
};

/// A fault of a store as a whole strikes now; what it does to connections and messages follows as
/// events of their own.
struct StoreFault {
    FaultKind kind = FaultKind::none;
    Duration duration{0};  ///< down, read-only: for that long, or until FaultsEnd
    std::size_t lost = 0;  ///< failover: so many of the newest writes, or writing commits
    std::string key = {};  ///< eviction: the key that goes
};

/// Every store is in order from now on.
struct FaultsEnd {};

/// One thing that happened to a store.
struct StoreEvent {
    using What = std::variant<
        KvCall,
        SqlCall,
        SqlBegin,
        SqlEnd,
        GatewayCall,
        BrokerCall,
        BrokerChange,
        KvSessionEnd,
        StoreFault,
        FaultsEnd>;

    Instant at{};
    std::size_t step = 0;               ///< number of the run's step, from 1; 0: before the first
    FaultKind fault = FaultKind::none;  ///< strikes in this step
    What what;
};

/// All that reached a run's stores, in order: what somebody needs who does the same to real ones.
///
/// Everything is kept by value and outside of all regions.
class StoreLog {
public:
    /// A run begins, whose time `clock` is; it must stay where it is until the run is over.
    void start(const Instant& clock);
    /// What is added from now on belongs to the next step, which `fault` strikes.
    void begin_step(FaultKind fault);

    void add(StoreEvent::What what);
    void add(const KvOperation& call, const Passage& passage);
    void add(const SqlOperation& call, const Passage& passage);
    void add(const GatewayOperation& call, const Passage& passage);
    void add(
        const BrokerOperation& call,
        fake::Broker::Consumer consumer,
        const fake::Broker::Producer& producer,
        const Passage& passage
    );
    /// The sender of this step's newest call, if there is one, sees this instead of its answer.
    void sender_sees(Error error);
    /// This step's newest call, if there is one, was held back.
    void was_late();

    [[nodiscard]] const std::vector<StoreEvent>& events() const { return events_; }

private:
    Passage* newest_passage();

    std::vector<StoreEvent> events_;
    const Instant* clock_ = nullptr;
    std::size_t step_ = 0;
    FaultKind fault_ = FaultKind::none;
};

}  // namespace onceproof::world
