#include "impls/strategy/dedup_table.hpp"

#include "impls/strategy/claim.hpp"
#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::int64_t pending = 0;
constexpr std::int64_t done = 1;
constexpr std::int64_t failed = 2;

Result<Rows> set_status(
    SqlSession& session, const Request& request, std::int64_t status, std::string_view result
) {
    return session.execute(
        "UPDATE idempotent_duplicate SET status = $1, result = $2, update_time = now() "
        "WHERE request_id = $3",
        status,
        result,
        request.key
    );
}

Result<Rows> make_pending(SqlSession& session, const Request& request, bool exists) {
    if (exists) {
        return session.execute(
            "UPDATE idempotent_duplicate SET status = $1, update_time = now() "
            "WHERE request_id = $2",
            pending,
            request.key
        );
    }
    return session.execute(
        "INSERT INTO idempotent_duplicate (request_id, request_type, status) "
        "VALUES ($1, $2, $3)",
        request.key,
        "pay",
        pending
    );
}

}  // namespace

Result<Reply> look_then_insert(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
) {
    const Result<Rows> found = session.execute(
        "SELECT status, result FROM idempotent_duplicate WHERE request_id = $1", request.key
    );
    if (!found.ok()) {
        return found.error();
    }
    const bool exists = !found->rows.empty();
    if (exists && std::get<std::int64_t>(found->rows[0][0]) == done) {
        return Reply{ReplyKind::duplicate, std::get<std::string>(found->rows[0][1])};
    }
    const Result<Rows> claimed = make_pending(session, request, exists);
    if (!claimed.ok()) {
        return claimed.error();
    }
    // One `try` around the effect and its bookkeeping, as published.
    const Result<std::string> receipt = perform_effect(options.effect, request, env, session);
    const Result<Rows> finished =
        receipt.ok() ? set_status(session, request, done, *receipt) : Result<Rows>(receipt.error());
    if (finished.ok()) {
        return Reply{ReplyKind::done, *receipt};
    }
    const Result<Rows> marked =
        set_status(session, request, failed, name_of(finished.error().kind));
    return marked.ok() ? finished.error() : marked.error();
}

Reply insert_first(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
) {
    return options.effect == Effect::in_transaction
               ? claim_in_transaction(options, request, env, session)
               : claim_with_lease(options, request, env, session);
}

void sweep_table(Env& env) {
    const Result<SqlSession*> session = env.sql.open();
    if (session.ok()) {
        // A failed sweep leaves its rows to the next one.
        static_cast<void>((*session)->execute(
            "DELETE FROM idempotent_duplicate WHERE create_time < now() - interval '30 days'"
        ));
        (*session)->close();
    }
}

Reply DedupTable::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    if (options_.insert_first) {
        return insert_first(options_, request, env, **session);
    }
    const Result<Reply> reply = in_proxy(options_, **session, [&] {
        return look_then_insert(options_, request, env, **session);
    });
    return reply.ok() ? *reply : internal_error(reply.error());
}

void DedupTable::sweep(Env& env) const {
    // The published code only advises a clean-up in its text; there is none in it.
    if (options_.insert_first) {
        sweep_table(env);
    }
}

}  // namespace onceproof::strategy
