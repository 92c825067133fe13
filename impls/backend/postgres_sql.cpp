#include "impls/backend/postgres_sql.hpp"

#include <utility>

#include "impls/backend/postgres_session.hpp"

namespace onceproof::backend {

struct PostgresSql::Pool {
    explicit Pool(PostgresSqlOptions settings)
        : options(std::move(settings)), sessions(options.pool) {}

    Result<PostgresSession*> take() {
        return sessions.take(options.pool_timeout, [this](PostgresSession& session) {
            return session.connect(options.connection, options.statement_timeout);
        });
    }

    PostgresSqlOptions options;
    SessionPool<PostgresSession> sessions;
};

PostgresSql::PostgresSql(PostgresSqlOptions options)
    : pool_(std::make_unique<Pool>(std::move(options))) {}

PostgresSql::~PostgresSql() = default;

Result<SqlSession*> PostgresSql::open() {
    const auto session = pool_->take();
    if (!session) return session.error();
    return static_cast<SqlSession*>(*session);
}

Result<Done> PostgresSql::run_script(std::string_view text) {
    const auto session = pool_->take();
    if (!session) return session.error();
    auto result = (*session)->run_script(std::string(text));
    (*session)->close();
    return result;
}

std::uint64_t PostgresSql::round_trips() const {
    return pool_->sessions.round_trips();
}

std::string PostgresSql::last_message() const {
    return pool_->sessions.message();
}

}  // namespace onceproof::backend
