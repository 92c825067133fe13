#include "impls/backend/handler_sql.hpp"

#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::backend {

/// Forwards, and remembers whether it is open.
class HandlerSql::Session final : public SqlSession {
public:
    void take(SqlSession& session) { real_ = &session; }

    void begin(Isolation isolation) override { real().begin(isolation); }
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override {
        return real().execute_with(text, parameters);
    }
    Result<Done> commit() override { return real().commit(); }
    Result<Done> rollback() override { return real().rollback(); }
    void close() override {
        if (SqlSession* const session = std::exchange(real_, nullptr)) {
            session->close();
        }
    }

private:
    [[nodiscard]] SqlSession& real() const {
        ENSURE(real_ != nullptr);
        return *real_;
    }

    SqlSession* real_ = nullptr;
};

HandlerSql::HandlerSql(Sql& pool) : pool_(pool) {}
HandlerSql::~HandlerSql() = default;

Result<SqlSession*> HandlerSql::open() {
    const Result<SqlSession*> real = pool_.open();
    if (!real.ok()) {
        return real.error();
    }
    if (used_ == sessions_.size()) {
        sessions_.push_back(std::make_unique<Session>());
    }
    Session& session = *sessions_[used_++];
    session.take(**real);
    return static_cast<SqlSession*>(&session);
}

void HandlerSql::end_handler() {
    while (used_ > 0) {
        sessions_[--used_]->close();
    }
}

}  // namespace onceproof::backend
