#include "impls/strategy/timeout_table.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t pending = 0;
constexpr std::int64_t done = 1;

/// What a column without fractions of a second keeps of a time.
Instant cut_to_seconds(Instant time) {
    return std::chrono::floor<std::chrono::seconds>(time);
}

/// Resets the row; its timeout stays where it is.
Result<std::optional<Reply>> reset(SqlSession& session, const Request& request) {
    const Result<Rows> updated = session.execute(
        "UPDATE idempotent_duplicate SET status = $1, update_time = now() WHERE request_id = $2",
        pending,
        request.key
    );
    return updated.ok() ? Result(std::optional<Reply>()) : updated.error();
}

}  // namespace

Reply TimeoutTable::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    const TableOptions& table = options_.lock.table;
    if (options_.claims == TimeoutClaims::leased) {
        return claim_and_perform(table.guard, request, env, **session);
    }
    const auto locked = [&] {
        return with_lock(request, env, **session);
    };
    const Result<Reply> reply = options_.claims == TimeoutClaims::transaction
                                    ? transactional(table.isolation, **session, locked)
                                    : locked();
    return reply.ok() ? *reply : internal_error(reply.error());
}

Result<Reply> TimeoutTable::with_lock(const Request& request, Env& env, SqlSession& session) const {
    const std::string key = lock_key(request);
    const std::string value = env.ids.uuid();
    const Result<bool> locked = set_once(env.kv, key, value, options_.lock.acquire);
    if (!locked.ok()) {
        return locked.error();
    }
    if (!*locked) {
        return in_progress();
    }
    Result<Reply> reply = body(request, env, session);
    const Result<bool> unlocked = unlock(options_.lock, env.kv, key, value);
    // Thrown in `finally`: it takes the place of the reply, and of the body's own exception.
    return unlocked.ok() ? reply : unlocked.error();
}

Result<Reply> TimeoutTable::body(const Request& request, Env& env, SqlSession& session) const {
    const Result<std::optional<Reply>> claimed = claim(request, env, session);
    if (claimed.ok() && claimed->has_value()) {
        return **claimed;
    }
    // One `try` around all of it, as published.
    Result<Reply> worked = claimed.ok() ? work(request, env, session) : claimed.error();
    if (worked.ok()) {
        return worked;
    }
    return mark_failed(session, request, worked.error());
}

Result<std::optional<Reply>> TimeoutTable::claim(
    const Request& request, Env& env, SqlSession& session
) const {
    const Result<Rows> found = session.execute(
        "SELECT status, result, timeout_time FROM idempotent_duplicate WHERE request_id = $1",
        request.key
    );
    if (!found.ok()) {
        return found.error();
    }
    if (found->rows.empty()) {
        const Result<Rows> inserted = session.execute(
            "INSERT INTO idempotent_duplicate (request_id, request_type, status, timeout_time) "
            "VALUES ($1, $2, $3, $4)",
            request.key,
            "pay",
            pending,
            cut_to_seconds(env.clock.now() + options_.timeout)
        );
        return inserted.ok() ? Result(std::optional<Reply>()) : inserted.error();
    }
    const auto& row = found->rows[0];
    const auto status = std::get<std::int64_t>(row[0]);
    if (status == done) {
        return std::optional(Reply{ReplyKind::duplicate, std::get<std::string>(row[1])});
    }
    if (status == pending && env.clock.now() <= std::get<Instant>(row[2])) {
        return std::optional(in_progress());
    }
    return reset(session, request);
}

Result<Reply> TimeoutTable::work(const Request& request, Env& env, SqlSession& session) const {
    const auto perform = [&]() -> Result<Reply> {
        const Result<std::string> receipt =
            perform_effect(options_.lock.table.effect, request, env, session);
        if (!receipt.ok()) {
            return receipt.error();
        }
        const Result<Rows> finished = set_status(session, request, done, *receipt);
        if (!finished.ok()) {
            return finished.error();
        }
        return Reply{ReplyKind::done, *receipt};
    };
    return options_.claims == TimeoutClaims::committed
               ? transactional(options_.lock.table.isolation, session, perform)
               : perform();
}

void TimeoutTable::sweep(Env& env) const {
    // The published code only advises a clean-up in its text; there is none in it.
    if (options_.claims == TimeoutClaims::leased) {
        sweep_claims(options_.lock.table.guard, env);
    }
}

namespace {

constexpr GuardTable guard{
    .name = "idempotent_duplicate",
    .key = "request_id",
    .scope = "request_type",
    .unique = "request_id",
    .result = "result",
    .lease_end = "timeout_time",
    .created = "create_time",
    .touched = "update_time"};

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    const Duration ttl = duration_of(options, "ttl");
    const std::string_view claims = word_of(options, "claims");
    const Duration timeout = duration_of(options, "timeout");
    return std::make_unique<TimeoutTable>(TimeoutOptions{
        .lock =
            {.table =
                 {.effect = effect,
                  .isolation = isolation_of(options),
                  .guard =
                      {.effect = effect,
                       .isolation = isolation_of(options),
                       .sql = claim_sql(guard, timeout, duration_of(options, "retention"))}},
             .acquire = {.ttl = ttl},
             .ttl = ttl},
        .timeout = timeout,
        .claims = claims == "leased"      ? TimeoutClaims::leased
                  : claims == "committed" ? TimeoutClaims::committed
                                          : TimeoutClaims::transaction});
}

/// Rule: the hardened form remembers for as long as retries may come.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "claims", "leased") ? retention_too_short(options, setting)
                                                : std::nullopt;
}

bool locks_in_redis(const Options& options) {
    return !is_word(options, "claims", "leased");
}

}  // namespace

Info timeout_table_info() {
    return {
        .name = "timeout-table",
        .summary = "the lock and the table, with a time after which a pending request is retried",
        .source = article_a("section 4"),
        .claim = "solves the retry after a timeout",
        .gap = "in one transaction the time is never seen; committed, it repeats what is slow",
        .needs_sql = true,
        .needs_kv = true,
        .schema = schema::timeout_table,
        .tables = {"idempotent_duplicate"},
        .options =
            {isolation_option(),
             word_option(
                 "claims",
                 {"transaction", "committed", "leased"},
                 "the claim is part of the handler's transaction, commits by itself, or is a lease "
                 "on the database's clock with an owner"
             ),
             time_option("ttl", 30s, "the lock's time to live; leased claims need no lock"),
             time_option("timeout", 10s, "how long a pending request is its worker's"),
             row_retention_option()},
        .presets = {{"published", {}}, {"hardened", {{"claims", std::string("leased")}}}},
        .rules = {times_are_positive, remembers},
        .make = make,
        .uses_tasks = never,
        .uses_kv = locks_in_redis};
}

}  // namespace onceproof::strategy
