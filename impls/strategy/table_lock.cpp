#include "impls/strategy/table_lock.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/renewal.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

using namespace std::chrono_literals;

/// Nothing remembers the request but the effect itself, if that is a row of the service's own.
Result<Reply> look_then_perform(
    Effect effect, const Request& request, Env& env, SqlSession& session
) {
    if (effect == Effect::in_transaction) {
        const Result<Rows> found =
            session.execute("SELECT id FROM payment WHERE request_key = $1", request.key);
        if (!found.ok()) {
            return found.error();
        }
        if (!found->rows.empty()) {
            return Reply{ReplyKind::duplicate, receipt_for(request)};
        }
    }
    const Result<std::string> receipt = perform_effect(effect, request, env, session);
    if (!receipt.ok()) {
        return receipt.error();
    }
    return Reply{ReplyKind::done, *receipt};
}

}  // namespace

std::string lock_key(const Request& request) {
    return "idempotent:lock:" + request.key;
}

Result<bool> unlock(
    const LockOptions& options, KeyValue& kv, const std::string& key, const std::string& value
) {
    if (options.unlock == Unlock::compare_and_delete) {
        return kv.compare_and_delete(key, value);
    }
    if (options.unlock == Unlock::remove) {
        return kv.del(key);
    }
    const Result<std::optional<std::string>> current = kv.get(key);
    if (!current.ok()) {
        return current.error();
    }
    return *current == value ? kv.del(key) : Result<bool>(false);
}

Reply TableLock::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    const auto body = [&] {
        return with_lock(request, env, **session);
    };
    const bool around = !options_.outside && options_.table.claim != TableClaim::insert_first;
    const Result<Reply> reply = around ? in_proxy(options_.table, **session, body) : body();
    return reply.ok() ? *reply : internal_error(reply.error());
}

Result<Reply> TableLock::with_lock(const Request& request, Env& env, SqlSession& session) const {
    const std::string key = lock_key(request);
    const std::string value = options_.constant_value ? "locked" : env.ids.uuid();
    const Result<bool> locked = set_once(env.kv, key, value, options_.acquire);
    if (!locked.ok() && !options_.tolerate_redis) {
        return locked.error();
    }
    if (locked.ok() && !*locked) {
        return options_.busy_is_an_error ? busy() : in_progress();
    }
    if (options_.renew && locked.ok()) {
        env.tasks.start(renew_key, key, value, options_.ttl / 3);
    }
    Result<Reply> reply = locked_body(request, env, session);
    if (options_.renew) {
        env.tasks.stop();
    }
    const Result<bool> unlocked = unlock(options_, env.kv, key, value);
    if (!unlocked.ok() && !options_.tolerate_redis) {
        // Thrown in `finally`: it takes the place of the reply, and of the body's own exception.
        return unlocked.error();
    }
    return reply;
}

Result<Reply> TableLock::locked_body(const Request& request, Env& env, SqlSession& session) const {
    if (options_.table.claim == TableClaim::insert_first) {
        return claim_and_perform(options_.table.guard, request, env, session);
    }
    const auto body = [&] {
        return options_.locked == Locked::effect
                   ? look_then_perform(options_.table.effect, request, env, session)
                   : look_then_insert(options_.table, request, env, session);
    };
    return options_.outside ? in_proxy(options_.table, session, body) : body();
}

void TableLock::sweep(Env& env) const {
    if (options_.table.claim == TableClaim::insert_first) {
        sweep_claims(options_.table.guard, env);
    }
}

namespace {

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    const std::string_view unlock_word = word_of(options, "unlock");
    const Duration ttl = duration_of(options, "ttl");
    TableOptions table = table_options(options, effect);
    table.tries_claim = true;
    return std::make_unique<TableLock>(LockOptions{
        .table = table,
        .locked = is_word(options, "table", "none") ? Locked::effect : Locked::table,
        .acquire =
            {.ttl = ttl,
             .two_commands = is_word(options, "acquire", "two-commands"),
             .ephemeral = is_word(options, "kind", "ephemeral")},
        .ttl = ttl,
        .constant_value = is_word(options, "value", "constant"),
        .outside = is_word(options, "lock", "outside"),
        .unlock = unlock_word == "compare-and-delete" ? Unlock::compare_and_delete
                  : unlock_word == "delete"           ? Unlock::remove
                                                      : Unlock::get_then_delete,
        .renew = flag_of(options, "renew"),
        .busy_is_an_error = is_word(options, "busy", "refused"),
        .tolerate_redis = flag_of(options, "tolerate_redis")});
}

std::vector<OptionInfo> lock_option_infos() {
    return {
        time_option("ttl", 30s, "the lock's time to live"),
        word_option(
            "lock",
            {"inside", "outside"},
            "the lock is taken and released inside the transaction, or around it"
        ),
        word_option(
            "unlock",
            {"get-then-delete", "compare-and-delete", "delete"},
            "two commands, one atomic script, or a delete that does not look whose lock it is"
        ),
        word_option(
            "value", {"random", "constant"}, "what a holder writes: its own value, or everybody's"
        ),
        word_option(
            "acquire",
            {"one-command", "two-commands"},
            "SET with NX and a time to live, or SETNX and then EXPIRE"
        ),
        word_option(
            "kind",
            {"redis", "ephemeral"},
            "the lock ends after its time to live, or with its holder's session"
        ),
        word_option(
            "table",
            {"dedup", "none"},
            "the lock stands in front of the dedup table, or of the effect alone"
        ),
        switch_option("renew", "a task prolongs the lock while the handler works"),
        word_option(
            "busy",
            {"text", "refused"},
            "the answer while another works: a success-shaped text, or a refusal (409)"
        ),
        switch_option(
            "tolerate_redis",
            "without Redis the table decides alone, and a failed unlock is no error"
        )};
}

/// Rule: an ephemeral lock has no time to live that a task could prolong; and the lock alone has no
/// table to claim in.
std::optional<Breach> forms_fit(const Options& options, const Setting&) {
    if (flag_of(options, "renew") && is_word(options, "kind", "ephemeral")) {
        return Breach{
            "renew", "an ephemeral lock ends with its session: there is nothing to renew"};
    }
    if (is_word(options, "table", "none") && !is_word(options, "claim", "look-then-insert")) {
        return Breach{"claim", "without the table there is nothing to insert a claim into"};
    }
    return std::nullopt;
}

}  // namespace

Info table_lock_info() {
    return {
        .name = "table-lock",
        .summary = "a Redis lock per request id in front of the dedup table",
        .source = article_a("section 3"),
        .claim = "more reliable than the table alone",
        .gap = "unlocks before the commit; a Redis error undoes or forgets finished work",
        .needs_sql = true,
        .needs_kv = true,
        .schema = schema::dedup_table,
        .tables = {"idempotent_duplicate"},
        .options = joined(table_option_infos(), lock_option_infos()),
        .presets =
            {{"published", {}},
             {"hardened",
              {{"claim", std::string("insert-first")},
               {"lock", std::string("outside")},
               {"unlock", std::string("compare-and-delete")},
               {"ttl", Duration(4s)},
               {"busy", std::string("refused")},
               {"tolerate_redis", true}}}},
        .rules = {times_are_positive, renewal_fits, forms_fit},
        .make = make,
        .uses_tasks = renews};
}

}  // namespace onceproof::strategy
