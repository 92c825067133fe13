#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fake/broker.hpp"
#include "model/fake/database.hpp"
#include "model/fake/gateway.hpp"
#include "model/fake/plan.hpp"
#include "model/fake/redis.hpp"
#include "model/history/trace.hpp"
#include "model/world/broker_operation.hpp"
#include "model/world/config.hpp"
#include "model/world/operation.hpp"
#include "model/world/region.hpp"
#include "model/world/state.hpp"
#include "model/world/store_contents.hpp"
#include "model/world/store_log.hpp"

namespace onceproof::world {

/// One entry of a store, for people.
struct StoreEntry {
    std::string store;
    std::string name;
    std::string content;
    std::optional<Instant> ends;  ///< when it disappears by itself

    friend bool operator==(const StoreEntry&, const StoreEntry&) = default;
};

/// The fakes, each in a region of its own, and how operations reach them.
class Stores {
public:
    Stores(const Config& config, std::size_t sessions);
    ~Stores();
    Stores(const Stores&) = delete;
    Stores& operator=(const Stores&) = delete;

    /// Carries out a Redis command; the result is written with `actor` in use.
    void apply(KvOperation& operation, Region& actor, Instant now);

    /// Carries out a statement, commit or rollback. False: it must wait, and nothing was written.
    /// Throws fake::UnsupportedSql when it sees a text that the fake does not support.
    bool apply(SqlOperation& operation, Region& actor, Instant now);

    /// Carries out a charge or a question.
    void apply(GatewayOperation& operation, Region& actor);

    /// Who is at the broker: `consumer` counts for all but publish, `producer` for publish.
    struct Party {
        fake::Broker::Consumer consumer = 0;
        fake::Broker::Producer producer;
    };
    /// Carries out a publish, a delivery, an acknowledgement or a rejection.
    void apply(BrokerOperation& operation, const Party& party, Region& actor, Instant now);

    /// Has the broker, which must exist, do this by itself.
    void change_broker(const BrokerChange& change);

    void begin(std::size_t session, Isolation isolation);
    /// `how` it comes to that: by its client's end (`closed`, `killed`) or word (`cancelled`).
    void roll_back(std::size_t session, SqlEnding how);
    Error break_deadlock(std::size_t session);
    Error fail_statement(std::size_t session);
    Error fail_wait(std::size_t session, ErrorKind kind);
    void fail_database_over(std::size_t lost);
    void restart_redis(Instant now);
    void fail_redis_over(std::size_t lost, Instant now);
    void evict(std::string_view key, Instant now);
    void end_session(std::uint8_t session, Instant at);

    /// From now on all that happens is written down there; null, and so at first: nowhere.
    void log_to(StoreLog* log) { log_ = log; }
    void write_down(const StoreEvent::What& event);
    /// For what the stores themselves see nothing of; null: nothing is written down.
    [[nodiscard]] StoreLog* log() { return log_; }

    [[nodiscard]] const fake::Redis& redis() const { return *redis_; }
    [[nodiscard]] const fake::Database& database() const { return *database_; }
    [[nodiscard]] const fake::Gateway& gateway() const { return *gateway_; }

    /// Null in a world without one.
    [[nodiscard]] const fake::Broker* broker() const { return broker_; }

    /// What those whom the stores mention are called in a hash.
    struct Names {
        Naming::Places places = {};
        std::uint8_t number = 0;  ///< of these names, below Digest::any
    };
    /// Folds in all of them (stores_hash.cpp). False: something in them is ordered by an id, so
    /// that no names but their own are right.
    [[nodiscard]] bool hash(Hasher& hasher, Instant now, const Names& names) const;

    /// Every entry of every store, for traces.
    [[nodiscard]] std::vector<StoreEntry> describe(Instant now) const;
    /// The same for a comparison (store_contents.cpp).
    [[nodiscard]] StoreContents contents(Instant now) const;

    /// Their regions, to be kept and brought back with the rest.
    [[nodiscard]] std::vector<Region*> regions();

private:
    struct Statement {
        std::string text;
        fake::PlanPtr plan;
    };
    const fake::Plan& plan_of(std::string_view text);

    const fake::Schema& schema_;
    std::vector<Statement> statements_;  // few: searched in order
    Region redis_region_;
    Region database_region_;
    Region gateway_region_;
    std::unique_ptr<Region> broker_region_;
    fake::Redis* redis_;
    fake::Database* database_;
    fake::Gateway* gateway_;
    fake::Broker* broker_ = nullptr;
    StoreLog* log_ = nullptr;
};

}  // namespace onceproof::world
