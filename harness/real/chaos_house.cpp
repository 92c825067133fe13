#include "harness/real/chaos_house.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

constexpr std::size_t seats_max = 96;  // threads, each with two connections to Redis

/// For strategies without a database.
class NoSql final : public Sql {
public:
    Result<SqlSession*> open() override {
        return Error{ErrorKind::unavailable, Certainty::definite};
    }
};

const strategy::Info& info_of(const StrategyUse& use) {
    const strategy::Info* const info = strategy::find(use.name);
    ENSURE(info != nullptr);
    return *info;
}

}  // namespace

ChaosHouse::ChaosHouse(
    const Scenario& scenario, const StrategyUse& use, const ChaosMenu& menu, Duration slack
)
    : scenario_(scenario),
      info_(info_of(use)),
      menu_(menu),
      stage_(scenario, use),
      in_table_(scenario.workload.effect == Effect::in_transaction),
      slack_(slack),
      gateway_(in_table_ ? Effect::external : scenario.workload.effect, scenario.workload.work),
      no_sql_(std::make_unique<NoSql>()) {}

std::optional<std::string> ChaosHouse::start() {
    std::string trouble;
    if (config().uses_redis) {
        const bool fails_over = std::ranges::any_of(menu_.servers, [](const auto& strike) {
            return strike.fault == ServerFault::redis_failover;
        });
        redis_ = ChaosRedis::start(scenario_.service.persistence, fails_over, trouble);
        if (redis_ == nullptr) {
            return trouble;
        }
    }
    if (config().uses_database) {
        database_ =
            ChaosDatabase::start(scenario_.service.dialect, strategy::full_schema(info_), trouble);
        if (database_ == nullptr) {
            return trouble;
        }
    }
    return std::nullopt;
}

std::vector<std::string> ChaosHouse::servers() const {
    std::vector<std::string> names;
    if (database_ != nullptr) {
        names.push_back(database_->name());
    }
    if (redis_ != nullptr) {
        names.push_back(redis_->name());
    }
    return names;
}

std::vector<std::unique_ptr<Desk>>& ChaosHouse::open_desks(
    std::size_t wanted, std::uint64_t seed, ServerEvents& events
) {
    close_desks();
    const std::size_t seats = config().callers.size() * config().attempts_max;
    const std::size_t most = std::max<std::size_t>(1, seats_max / seats);
    const std::size_t desks = std::clamp<std::size_t>(wanted, 1, most);
    std::vector<Sql*> pools;
    for (std::size_t instance = 0; instance < config().instances; ++instance) {
        if (database_ != nullptr) {
            pools_.push_back(database_->pool(config().pool * desks, config().sql_timeout));
        }
        pools.push_back(database_ == nullptr ? no_sql_.get() : pools_.back().get());
    }
    plan_.emplace(DeskPlan{
        .config = config(),
        .pools = std::move(pools),
        .redis = redis_ == nullptr ? backend::RedisAddress{} : redis_->address(),
        .gateway = gateway_,
        .events = events,
        .menu = menu_,
        .seed = seed,
        .slack = slack_,
        .clock_ahead_us = clock_ahead_us_});
    for (std::size_t desk = 0; desk < desks; ++desk) {
        desks_.push_back(std::make_unique<Desk>(*plan_));
    }
    return desks_;
}

void ChaosHouse::close_desks() {
    desks_.clear();
    pools_.clear();
    plan_.reset();
}

Targets ChaosHouse::targets() {
    return {
        .redis = redis_.get(),
        .database = database_.get(),
        .clock_ahead_us = &clock_ahead_us_,
        .redis_patience = config().kv_timeout,
        .database_patience = config().sql_timeout};
}

std::optional<Rows> ChaosHouse::effect_rows(std::int64_t last) {
    ENSURE(in_table_);
    Result<Rows> rows = database_->ask(
        "SELECT id, request_key, order_id, amount, user_id FROM payment WHERE id > " +
        std::to_string(last) + " ORDER BY id"
    );
    return rows.ok() ? std::optional(std::move(*rows)) : std::nullopt;
}

std::optional<std::uint64_t> ChaosHouse::ledger() {
    if (!in_table_) {
        return gateway_.totals().effects;
    }
    const Result<Rows> rows = database_->ask("SELECT count(*) FROM payment");
    return rows.ok()
               ? std::optional(static_cast<std::uint64_t>(std::get<std::int64_t>(rows->rows[0][0])))
               : std::nullopt;
}

}  // namespace onceproof::harness
