#include "impls/backend/mariadb_sql.hpp"

#include <utility>

#include "impls/backend/mariadb_session.hpp"

namespace onceproof::backend {

struct MariadbSql::Pool {
    explicit Pool(MariadbSqlOptions settings)
        : address{
              .socket = std::move(settings.socket),
              .host = std::move(settings.host),
              .port = settings.port,
              .user = std::move(settings.user),
              .password = std::move(settings.password),
              .database = std::move(settings.database),
              .statement_timeout = settings.statement_timeout,
              .lock_wait = settings.lock_wait},
          patience(settings.pool_timeout),
          sessions(settings.pool) {}

    Result<MariadbSession*> take() {
        return sessions.take(patience, [this](MariadbSession& session) {
            return session.connect(address);
        });
    }

    MariadbAddress address;
    Duration patience;
    SessionPool<MariadbSession> sessions;
};

MariadbSql::MariadbSql(MariadbSqlOptions options)
    : pool_(std::make_unique<Pool>(std::move(options))) {}

MariadbSql::~MariadbSql() = default;

Result<SqlSession*> MariadbSql::open() {
    const auto session = pool_->take();
    if (!session) return session.error();
    return static_cast<SqlSession*>(*session);
}

Result<Done> MariadbSql::run_script(std::string_view text) {
    const auto session = pool_->take();
    if (!session) return session.error();
    auto result = (*session)->run_script(text);
    (*session)->close();
    return result;
}

std::uint64_t MariadbSql::round_trips() const {
    return pool_->sessions.round_trips();
}

std::string MariadbSql::last_message() const {
    return pool_->sessions.message();
}

}  // namespace onceproof::backend
