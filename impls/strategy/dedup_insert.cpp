#include "impls/strategy/dedup_insert.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::int64_t working = 0;
constexpr std::int64_t succeeded = 1;
constexpr std::int64_t failed = 2;

/// The answer to a conflict, which the article's text describes and its code does not show.
Outcome answer_conflict(const InsertOptions& options, const Request& request, SqlSession& session) {
    const Result<Rows> found = session.execute(
        "SELECT status, resp_body FROM idempotent_request WHERE source = $1 AND req_id = $2",
        "pay",
        request.key
    );
    if (!found.ok()) {
        return {internal_error(found.error())};
    }
    if (found->rows.empty()) {
        return {in_progress()};  // deleted since the conflict
    }
    const auto& row = found->rows[0];
    const auto* body = std::get_if<std::string>(&row[1]);
    const auto status = std::get<std::int64_t>(row[0]);
    if (status == succeeded || !options.read_status) {
        return {{ReplyKind::duplicate, body == nullptr ? "" : *body}};
    }
    return {status == working ? in_progress() : Reply{ReplyKind::error, "failed before"}};
}

/// The row of failed work; its own failure is ignored, as published.
void settle_failure(
    const InsertOptions& options, Certainty certainty, const Request& request, SqlSession& session
) {
    if (releases(options.failed, certainty)) {
        static_cast<void>(session.execute(
            "DELETE FROM idempotent_request WHERE source = $1 AND req_id = $2", "pay", request.key
        ));
        return;
    }
    static_cast<void>(session.execute(
        "UPDATE idempotent_request SET status = $1 WHERE source = $2 AND req_id = $3",
        failed,
        "pay",
        request.key
    ));
}

}  // namespace

Outcome insert_then_work(
    const InsertOptions& options, const Request& request, Env& env, SqlSession& session
) {
    const Result<Rows> inserted = session.execute(
        "INSERT INTO idempotent_request (source, req_id, status) VALUES ($1, $2, $3)",
        "pay",
        request.key,
        working
    );
    if (!inserted.ok()) {
        return inserted.error().kind == ErrorKind::unique_violation
                   ? answer_conflict(options, request, session)
                   : Outcome{internal_error(inserted.error()), inserted.error().certainty};
    }
    const Result<std::string> receipt = perform_effect(options.effect, request, env, session);
    if (!receipt.ok()) {
        settle_failure(options, receipt.error().certainty, request, session);
        return {internal_error(receipt.error()), receipt.error().certainty};
    }
    if (options.store_body) {
        static_cast<void>(session.execute(
            "UPDATE idempotent_request SET status = $1, resp_body = $2 "
            "WHERE source = $3 AND req_id = $4",
            succeeded,
            *receipt,
            "pay",
            request.key
        ));
    } else {
        static_cast<void>(session.execute(
            "UPDATE idempotent_request SET status = $1 WHERE source = $2 AND req_id = $3",
            succeeded,
            "pay",
            request.key
        ));
    }
    return {{ReplyKind::done, *receipt}};
}

Reply DedupInsert::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    return options_.guarded ? claim_and_perform(options_.guard, request, env, **session)
                            : insert_then_work(options_, request, env, **session).reply;
}

void DedupInsert::sweep(Env& env) const {
    // The published code only advises a clean-up in its text, without a time.
    if (options_.guarded) {
        sweep_claims(options_.guard, env);
    }
}

namespace {

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    return std::make_unique<DedupInsert>(InsertOptions{
        .effect = effect,
        .failed = on_failure_of(options),
        .store_body = is_word(options, "body", "stored"),
        .guarded = is_word(options, "claim", "guarded"),
        .guard = claim_options(options, effect, request_guard)});
}

/// Rule: the hardened form remembers for as long as retries may come.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "claim", "guarded") ? retention_too_short(options, setting)
                                                : std::nullopt;
}

}  // namespace

Info dedup_insert_info() {
    return {
        .name = "dedup-insert",
        .summary = "a table with a unique source and request id: whoever inserts works",
        .source = article_b("scheme 2"),
        .claim = "strong consistency, for money",
        .gap = "a dead worker's row stays in progress for ever, a failed one is never retried",
        .needs_sql = true,
        .schema = schema::dedup_insert,
        .tables = {"idempotent_request"},
        .options =
            {word_option(
                 "claim",
                 {"statements", "guarded"},
                 "insert, work and status are statements of their own; or the claim is part of the "
                 "effect's transaction, or a lease where the effect is made elsewhere"
             ),
             failed_option("keep"),
             word_option("body", {"empty", "stored"}, "whether the result is written into the row"),
             isolation_option(),
             lease_option(),
             row_retention_option()},
        .presets = {{"published", {}, false}, {"hardened", {{"claim", std::string("guarded")}}}},
        .rules = {times_are_positive, remembers},
        .make = make,
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
