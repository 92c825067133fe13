#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/real/chaos_database.hpp"
#include "harness/real/chaos_redis.hpp"
#include "harness/real/chaos_striker.hpp"
#include "harness/real/desk.hpp"
#include "harness/stage.hpp"
#include "impls/backend/ledger_gateway.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::harness {

/// The service of one cell on real servers: its throw-away servers, its gateway, its desks.
class ChaosHouse {
public:
    /// `scenario` and `use` are shortened ones and outlive the house; so does `menu`. `slack` as in
    /// `ChaosScale`.
    ChaosHouse(
        const Scenario& scenario, const StrategyUse& use, const ChaosMenu& menu, Duration slack
    );

    /// Starts the servers that the strategy and the effect need. One line if one does not start.
    [[nodiscard]] std::optional<std::string> start();

    /// "Redis 7.0.15", "PostgreSQL 15.14".
    [[nodiscard]] std::vector<std::string> servers() const;

    /// Desks with connections that no fault has touched yet; the ones before go. At most `wanted`,
    /// at least one.
    std::vector<std::unique_ptr<Desk>>& open_desks(
        std::size_t wanted, std::uint64_t seed, ServerEvents& events
    );
    void close_desks();

    /// What a striker may strike.
    Targets targets();
    void set_clock_right() { clock_ahead_us_ = 0; }

    /// Effects that are rows: those whose id is above `last`. Without value: the database does not
    /// answer.
    std::optional<Rows> effect_rows(std::int64_t last);
    [[nodiscard]] bool effects_are_rows() const { return in_table_; }

    /// All effects as the ledger counts them: the gateway's, or the table's. Without value as
    /// above.
    std::optional<std::uint64_t> ledger();

    [[nodiscard]] const world::Config& config() const { return stage_.config(); }

private:
    const Scenario& scenario_;
    const strategy::Info& info_;
    const ChaosMenu& menu_;
    Stage stage_;
    bool in_table_;
    Duration slack_;
    backend::LedgerGateway gateway_;
    std::atomic<std::int64_t> clock_ahead_us_{0};
    std::unique_ptr<Sql> no_sql_;
    std::unique_ptr<ChaosRedis> redis_;
    std::unique_ptr<ChaosDatabase> database_;
    std::vector<std::unique_ptr<Sql>> pools_;
    std::optional<DeskPlan> plan_;
    std::vector<std::unique_ptr<Desk>> desks_;
};

}  // namespace onceproof::harness
