#include "impls/backend/postgres_sql.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "impls/backend/postgres_session.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::backend {

struct PostgresSql::Pool final : PostgresHome {
    explicit Pool(PostgresSqlOptions settings) : options(std::move(settings)) {
        ENSURE(options.pool > 0);
        for (std::size_t count = 0; count < options.pool; ++count) {
            sessions.push_back(std::make_unique<PostgresSession>(*this));
            idle.push_back(sessions.back().get());
        }
    }

    Result<PostgresSession*> take() {
        PostgresSession* session = nullptr;
        {
            std::unique_lock lock(mutex);
            const bool found =
                returned.wait_for(lock, options.pool_timeout, [this] { return !idle.empty(); });
            if (!found) return Error{ErrorKind::timeout, Certainty::definite};
            // The one that came back last: its connection is the likeliest to exist already.
            session = idle.back();
            idle.pop_back();
        }
        if (const auto error = session->connect(options.connection, options.statement_timeout)) {
            take_back(*session);
            return *error;
        }
        return session;
    }

    void take_back(PostgresSession& session) override {
        {
            const std::lock_guard lock(mutex);
            idle.push_back(&session);
        }
        returned.notify_one();
    }

    PostgresSqlOptions options;
    std::mutex mutex;
    std::condition_variable returned;
    std::vector<std::unique_ptr<PostgresSession>> sessions;
    std::vector<PostgresSession*> idle;
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
    return pool_->round_trips();
}

std::string PostgresSql::last_message() const {
    return pool_->message();
}

}  // namespace onceproof::backend
