#include "impls/strategy/dedup_table.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::int64_t pending = 0;
constexpr std::int64_t done = 1;
constexpr std::int64_t failed = 2;
constexpr std::int64_t unknown = 3;  // with separate catches only

Result<Rows> look_up(SqlSession& session, const Request& request) {
    return session.execute(
        "SELECT status, result FROM idempotent_duplicate WHERE request_id = $1", request.key
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

/// What is made of a duplicate key without leaving the transaction that met it.
Result<std::optional<Reply>> read_the_winner(
    SqlSession& session, const Request& request, Error met
) {
    const Result<Rows> found = look_up(session, request);
    if (!found.ok()) {
        return found.error();
    }
    if (found->rows.empty()) {
        return met;
    }
    return std::get<std::int64_t>(found->rows[0][0]) == done
               ? std::optional(Reply{ReplyKind::duplicate, std::get<std::string>(found->rows[0][1])}
                 )
               : std::optional(in_progress());
}

/// Looks the key up and makes it pending; with a reply when it is answered already.
Result<std::optional<Reply>> claim(
    const TableOptions& options, const Request& request, SqlSession& session
) {
    const Result<Rows> found = look_up(session, request);
    if (!found.ok()) {
        return found.error();
    }
    const bool exists = !found->rows.empty();
    if (exists && std::get<std::int64_t>(found->rows[0][0]) == done) {
        return std::optional(Reply{ReplyKind::duplicate, std::get<std::string>(found->rows[0][1])});
    }
    if (exists && std::get<std::int64_t>(found->rows[0][0]) == unknown) {
        return std::optional(Reply{ReplyKind::busy, "nobody knows what became of it"});
    }
    const Result<Rows> claimed = make_pending(session, request, exists);
    if (claimed.ok()) {
        return std::optional<Reply>();
    }
    const bool reads = options.claim == TableClaim::insert_then_read &&
                       claimed.error().kind == ErrorKind::unique_violation;
    return reads ? read_the_winner(session, request, claimed.error()) : claimed.error();
}

}  // namespace

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

Error mark_failed(SqlSession& session, const Request& request, Error error) {
    const Result<Rows> marked = set_status(session, request, failed, name_of(error.kind));
    return marked.ok() ? error : marked.error();
}

Result<Reply> look_then_insert(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
) {
    const Result<std::optional<Reply>> claimed = claim(options, request, session);
    if (!claimed.ok()) {
        return options.tries_claim ? mark_failed(session, request, claimed.error())
                                   : claimed.error();
    }
    if (claimed->has_value()) {
        return **claimed;
    }
    // One `try` around the effect and its bookkeeping, as published.
    const Result<std::string> receipt = perform_effect(options.effect, request, env, session);
    const Result<Rows> finished =
        receipt.ok() ? set_status(session, request, done, *receipt) : Result<Rows>(receipt.error());
    if (finished.ok()) {
        return Reply{ReplyKind::done, *receipt};
    }
    if (!options.separate_catch || !receipt.ok()) {
        return mark_failed(session, request, finished.error());
    }
    const Result<Rows> marked =
        set_status(session, request, unknown, name_of(finished.error().kind));
    return marked.ok() ? finished.error() : marked.error();
}

Reply DedupTable::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    if (options_.claim == TableClaim::insert_first) {
        return claim_and_perform(options_.guard, request, env, **session);
    }
    const Result<Reply> reply = in_proxy(options_, **session, [&] {
        return look_then_insert(options_, request, env, **session);
    });
    return reply.ok() ? *reply : internal_error(reply.error());
}

void DedupTable::sweep(Env& env) const {
    // The published code only advises a clean-up in its text; there is none in it.
    if (options_.claim == TableClaim::insert_first) {
        sweep_claims(options_.guard, env);
    }
}

namespace {

TableClaim table_claim_of(const Options& options) {
    const std::string_view word = word_of(options, "claim");
    if (word == "insert-first") {
        return TableClaim::insert_first;
    }
    return word == "insert-then-read" ? TableClaim::insert_then_read : TableClaim::look_then_insert;
}

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    return std::make_unique<DedupTable>(table_options(options, effect));
}

}  // namespace

std::vector<OptionInfo> table_option_infos() {
    return {
        isolation_option(),
        word_option(
            "transaction",
            {"proxy", "statements"},
            "one transaction around the handler, or every statement commits by itself"
        ),
        word_option(
            "claim",
            {"look-then-insert", "insert-then-read", "insert-first"},
            "the article's look-up before the insert; the same, reading the row where the insert "
            "meets one; or the insert decides who works"
        ),
        word_option(
            "catch",
            {"shared", "separate"},
            "a failed finish counts as failed work, or makes the outcome unknown"
        ),
        lease_option(),
        word_option(
            "owner",
            {"unique", "worker-name"},
            "insert-first with an outside effect: who holds a claim, by an id of its own or by a "
            "name that all claims bear"
        ),
        failed_option("delete-definite")};
}

TableOptions table_options(const Options& options, Effect effect) {
    TableOptions table{
        .effect = effect,
        .isolation = isolation_of(options),
        .proxy = is_word(options, "transaction", "proxy"),
        .claim = table_claim_of(options),
        .separate_catch = is_word(options, "catch", "separate"),
        .guard = claim_options(options, effect, dedup_guard)};
    table.guard.worker_name = is_word(options, "owner", "worker-name");
    table.guard.failed = on_failure_of(options);
    return table;
}

Info dedup_table_info() {
    return {
        .name = "dedup-table",
        .summary = "a table with a unique request id and a status decides who works",
        .source = article_a("section 2"),
        .claim = "the unique index keeps data from being repeated",
        .gap = "an outside effect precedes the commit; the loser of a race gets an error",
        .needs_sql = true,
        .schema = schema::dedup_table,
        .tables = {"idempotent_duplicate"},
        .options = table_option_infos(),
        .presets = {{"published", {}}, {"hardened", {{"claim", std::string("insert-first")}}}},
        .rules = {times_are_positive},
        .make = make,
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
