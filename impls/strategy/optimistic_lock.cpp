#include "impls/strategy/optimistic_lock.hpp"

#include <charconv>

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

constexpr int tries_max = 3;

Result<std::int64_t> read_version(const Request& request, SqlSession& session) {
    const Result<Rows> found =
        session.execute("SELECT version FROM account WHERE user_id = $1", request.user);
    if (!found.ok()) {
        return found.error();
    }
    return found->rows.empty() ? 0 : std::get<std::int64_t>(found->rows[0][0]);
}

/// What the key brings after "@"; 0 without: the client saw a new account.
std::int64_t sent_version(const Request& request) {
    std::int64_t version = 0;
    const std::size_t at = request.key.rfind('@');
    if (at != std::string::npos) {
        const char* begin = request.key.data() + at + 1;
        std::from_chars(begin, request.key.data() + request.key.size(), version);
    }
    return version;
}

bool lost_to_another(Error error) {
    return error.kind == ErrorKind::serialization_failure || error.kind == ErrorKind::deadlock;
}

}  // namespace

Result<bool> OptimisticLock::change_account(const Request& request, SqlSession& session, bool& met)
    const {
    const int tries = options_.on_conflict == OnConflict::retry_inside ? tries_max : 1;
    for (int i = 0; i < tries; ++i) {
        const Result<std::int64_t> version = options_.client_version
                                                 ? Result(sent_version(request))
                                                 : read_version(request, session);
        if (!version.ok()) {
            return version.error();
        }
        const Result<Rows> updated = session.execute(
            "UPDATE account SET version = version + 1, spent = spent + $1 "
            "WHERE user_id = $2 AND version = $3",
            request.amount,
            request.user,
            *version
        );
        if (!updated.ok()) {
            return updated.error();
        }
        if (updated->affected == 1) {
            return true;
        }
        met = true;
    }
    return false;
}

Result<OptimisticLock::Step> OptimisticLock::try_once(
    const Request& request, Env& env, SqlSession& session
) const {
    session.begin(options_.isolation);
    if (options_.request_row) {
        const Result<Rows> claimed = session.execute(
            options_.guard.sql.insert_done,
            request.key,
            "pay",
            payload_of(request),
            1,
            receipt_for(request)
        );
        if (!claimed.ok()) {
            return claimed.error().kind == ErrorKind::unique_violation
                       ? Result(Step::known)
                       : Result<Step>(claimed.error());
        }
    }
    bool met = false;
    const Result<bool> changed = change_account(request, session, met);
    if (!changed.ok()) {
        return changed.error();
    }
    if (!*changed) {
        return Step::conflict;
    }
    const Result<std::string> receipt = perform_effect(options_.effect, request, env, session);
    if (!receipt.ok()) {
        return receipt.error();
    }
    if (met) {
        // The first conflict went through the inner proxy, which marked the transaction: the outer
        // one rolls back whatever came after.
        return Step::rolled_back;
    }
    const Result<Done> committed = session.commit();
    return committed.ok() ? Result(Step::committed) : Result<Step>(committed.error());
}

Reply OptimisticLock::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    if (options_.request_row && options_.effect != Effect::in_transaction) {
        // No version guards what is made elsewhere.
        return claim_with_lease(options_.guard, request, env, **session);
    }
    const Result<Rows> opened = (*session)->execute(
        "INSERT INTO account (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING", request.user
    );
    if (!opened.ok()) {
        return internal_error(opened.error());
    }
    const bool retries = options_.on_conflict == OnConflict::retry_outside;
    Reply last = conflict_reply();
    for (int i = 0; i < (retries ? tries_max : 1); ++i) {
        const Result<Step> step = try_once(request, env, **session);
        if (step.ok() && *step == Step::committed) {
            return {ReplyKind::done, receipt_for(request)};
        }
        // Its own failure changes nothing: the server has rolled back already.
        static_cast<void>((*session)->rollback());
        if (!step.ok()) {
            last = internal_error(step.error());
            if (!lost_to_another(step.error())) {
                return last;
            }
        } else if (*step == Step::rolled_back) {
            return internal_error({ErrorKind::in_failed_transaction, Certainty::definite});
        } else if (*step == Step::known) {
            const Result<std::optional<Reply>> stored =
                stored_reply(options_.guard, request, **session);
            if (!stored.ok() || stored->has_value()) {
                return stored.ok() ? **stored : internal_error(stored.error());
            }
        } else {
            last = conflict_reply();
        }
    }
    return last;
}

Reply OptimisticLock::conflict_reply() const {
    return options_.client_version ? Reply{ReplyKind::busy, "the account has changed"} : busy();
}

Result<std::string> OptimisticLock::issue(const Request& request, Env& env) const {
    if (!options_.client_version) {
        return request.key;
    }
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return session.error();
    }
    const Result<std::int64_t> version = read_version(request, **session);
    (*session)->close();
    return version.ok() ? request.key + "@" + std::to_string(*version)
                        : Result<std::string>(version.error());
}

void OptimisticLock::sweep(Env& env) const {
    if (options_.request_row) {
        sweep_claims(options_.guard, env);
    }
}

namespace {

constexpr GuardTable guard{
    .name = "account_request",
    .key = "request_id",
    .scope = "request_type",
    .unique = "request_id",
    .result = "result",
    .lease_end = "lease_until",
    .created = "created_at"};

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    const std::string_view conflict = word_of(options, "conflict");
    return std::make_unique<OptimisticLock>(OptimisticOptions{
        .effect = effect,
        .isolation = isolation_of(options),
        .client_version = is_word(options, "version", "client-sent"),
        .on_conflict = conflict == "retry-inside"    ? OnConflict::retry_inside
                       : conflict == "retry-outside" ? OnConflict::retry_outside
                                                     : OnConflict::refuse,
        .request_row = is_word(options, "request_id", "row"),
        .guard = claim_options(options, effect, guard)});
}

/// Rule: the hardened form remembers for as long as retries may come.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "request_id", "row") ? retention_too_short(options, setting)
                                                 : std::nullopt;
}

/// Rule: a version that the client sends is the same in every try.
std::optional<Breach> retry_fits(const Options& options, const Setting&) {
    const bool retries = !is_word(options, "conflict", "refused");
    if (retries && is_word(options, "version", "client-sent")) {
        return Breach{"conflict", "a version that the client sends cannot be tried again"};
    }
    return std::nullopt;
}

}  // namespace

Info optimistic_lock_info() {
    return {
        .name = "optimistic-lock",
        .summary = "an account's version is compared and raised with every change",
        .source = article_b("mistake 5"),
        .claim = "named as a mistake: it tells different changes apart, not a repeated one",
        .gap = "a retry reads a new version and changes again, or is refused for its own success",
        .needs_sql = true,
        .issues = true,
        .schema = schema::optimistic_lock,
        .tables = {"account_request"},
        .records = {"account"},
        .options =
            {word_option(
                 "version",
                 {"server-read", "client-sent"},
                 "each attempt reads the version, or the request brings the one the client saw"
             ),
             word_option(
                 "conflict",
                 {"refused", "retry-inside", "retry-outside"},
                 "the caller is told, or the change is tried again: in the same transaction, or in "
                 "a new one"
             ),
             word_option(
                 "request_id",
                 {"none", "row"},
                 "the version alone, or a row for the request's key in the same transaction"
             ),
             isolation_option(),
             lease_option(),
             row_retention_option()},
        .presets =
            {{"published", {}, false},
             {"hardened",
              {{"request_id", std::string("row")}, {"conflict", std::string("retry-outside")}}}},
        .rules = {times_are_positive, remembers, retry_fits},
        .make = make,
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
