#include "harness/real/real_database.hpp"

#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "harness/real/real_sessions.hpp"
#include "harness/real/server_trouble.hpp"
#include "harness/real/sql_answers.hpp"
#include "model/fake/sql/layout.hpp"

namespace onceproof::harness {

namespace {

using world::StoreEvent;

class RealDatabase final : public RealStore {
public:
    explicit RealDatabase(fake::Dialect dialect) : dialect_(dialect) {}

    [[nodiscard]] std::string version() const override { return takes_part_ ? version_ : ""; }
    std::optional<Obstacle> begin(
        const world::Config& config, const world::StoreLog& log, const RealTime& time
    ) override;
    std::optional<Obstacle> play(const StoreEvent& event) override;
    std::optional<Obstacle> compare(const world::StoreContents& contents) override;

private:
    void start();
    std::optional<Obstacle> prepare(
        const world::Config& config, const world::StoreLog& log, const RealTime& time
    );
    std::optional<Obstacle> act(const StoreEvent& event);
    std::optional<Obstacle> strike(const StoreEvent& event, const world::StoreFault& fault);
    std::optional<Obstacle> compare_table(const world::StoreContents::Table& table);
    void crash();
    void restart();
    [[nodiscard]] const char* name() const {
        return dialect_ == fake::Dialect::mysql ? "MariaDB" : "PostgreSQL";
    }
    template <class Work>
    std::optional<Obstacle> guarded(Work work) {
        return unless_server_fails(name(), work, [this] {
            sessions_.reset();
            server_.reset();
        });
    }

    fake::Dialect dialect_;
    std::string version_;
    bool takes_part_ = false;
    std::unique_ptr<backend::SteppedDatabase> server_;
    std::unique_ptr<RealSessions> sessions_;
    std::optional<SqlAhead> ahead_;
    std::optional<Instant> up_at_;  ///< set while it is down
    bool forgetful_ = false;        ///< what is committed now will be forgotten
};

void RealDatabase::start() {
    auto started = dialect_ == fake::Dialect::mysql ? backend::start_stepped_mariadb({})
                                                    : backend::start_stepped_postgres({});
    if (started.error) {
        throw std::runtime_error(started.error->message);
    }
    server_ = std::move(started.server);
    version_ = server_->version();
}

std::optional<Obstacle> RealDatabase::begin(
    const world::Config& config, const world::StoreLog& log, const RealTime& time
) {
    ahead_.emplace(log);
    takes_part_ = config.dialect == dialect_ && ahead_->any();
    if (!takes_part_) return std::nullopt;
    return guarded([&] { return prepare(config, log, time); });
}

std::optional<Obstacle> RealDatabase::prepare(
    const world::Config& config, const world::StoreLog& log, const RealTime& time
) {
    if (!server_) start();
    if (forgetful_) {
        crash();
        up_at_ = Instant{};
    }
    if (up_at_) restart();
    if (sessions_) {
        if (auto obstacle = sessions_->leave_all()) return obstacle;
    }
    server_->recreate(config.schema->text + deadlock_schema);
    server_->query(deadlock_rows);
    sessions_ = std::make_unique<RealSessions>(*server_, log, dialect_, time);
    return std::nullopt;
}

std::optional<Obstacle> RealDatabase::play(const StoreEvent& event) {
    if (!takes_part_) return std::nullopt;
    return guarded([&] {
        std::optional<Obstacle> obstacle = act(event);
        // A server that has died by itself has not answered otherwise: asking it tells which.
        if (obstacle.has_value() && !up_at_ && server_->query("SELECT 1").error.has_value()) {
            throw std::runtime_error("it has ended");
        }
        return obstacle;
    });
}

std::optional<Obstacle> RealDatabase::act(const StoreEvent& event) {
    const bool order = std::holds_alternative<world::FaultsEnd>(event.what);
    if (up_at_ && (order || *up_at_ <= event.at)) restart();
    forgetful_ = forgetful_ || (ahead_->is_first_forgotten(event) && server_->forget_commits());
    if (const auto* const begin = std::get_if<world::SqlBegin>(&event.what)) {
        sessions_->begin(event, *begin);
    } else if (const auto* const call = std::get_if<world::SqlCall>(&event.what)) {
        return sessions_->call(event, *call);
    } else if (const auto* const end = std::get_if<world::SqlEnd>(&event.what)) {
        return sessions_->end(event, *end);
    } else if (const auto* const fault = std::get_if<world::StoreFault>(&event.what)) {
        return strike(event, *fault);
    }
    return std::nullopt;
}

std::optional<Obstacle> RealDatabase::strike(
    const StoreEvent& event, const world::StoreFault& fault
) {
    switch (fault.kind) {
        case world::FaultKind::database_restart:
            crash();
            restart();
            return std::nullopt;
        case world::FaultKind::database_down:
            crash();
            up_at_ = event.at + fault.duration;
            return std::nullopt;
        case world::FaultKind::database_failover:
            if (fault.lost > 0 && !forgetful_) {
                return Obstacle{
                    .kind = Obstacle::Kind::no_counterpart,
                    .what = dialect_ == fake::Dialect::mysql
                                ? "a failover that forgets commits, on MariaDB,"
                                : "a second failover that forgets what the first one had left"};
            }
            crash();
            restart();
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

void RealDatabase::crash() {
    forgetful_ = false;
    server_->crash();
    sessions_->lose_all();
}

void RealDatabase::restart() {
    up_at_.reset();
    server_->restart();
}

std::optional<Obstacle> RealDatabase::compare(const world::StoreContents& contents) {
    if (!takes_part_) return std::nullopt;
    return guarded([&]() -> std::optional<Obstacle> {
        if (up_at_) restart();
        for (const world::StoreContents::Table& table : contents.tables) {
            if (auto obstacle = compare_table(table)) return obstacle;
        }
        return std::nullopt;
    });
}

std::optional<Obstacle> RealDatabase::compare_table(const world::StoreContents::Table& table) {
    const backend::Answer expected = expected_rows(table);
    const backend::Answer real = in_order(server_->query("SELECT * FROM " + table.name));
    if (expected == real) return std::nullopt;
    return Obstacle{
        .what = fmt::format("the rows of {} at the end", table.name),
        .simulated = backend::show(expected),
        .real = backend::show(real)};
}

}  // namespace

std::unique_ptr<RealStore> real_database(fake::Dialect dialect) {
    return std::make_unique<RealDatabase>(dialect);
}

}  // namespace onceproof::harness
