#include "impls/strategy/table_lock.hpp"

#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {
namespace {

void renew(Env& env, std::string_view key, std::string_view value, Duration period) {
    // Three renewals fit into the lock's time, so that one may be lost. Ends when the lock is
    // another's.
    while (!env.scope.cancelled()) {
        env.clock.sleep(period);
        const Result<bool> renewed = env.kv.compare_and_expire(key, value, 3 * period);
        if (renewed.ok() && !*renewed) {
            return;
        }
    }
}

}  // namespace

Reply TableLock::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    const auto body = [&] {
        return with_lock(request, env, **session);
    };
    const bool around = !options_.outside && !options_.table.insert_first;
    const Result<Reply> reply = around ? in_proxy(options_.table, **session, body) : body();
    return reply.ok() ? *reply : internal_error(reply.error());
}

Result<Reply> TableLock::with_lock(const Request& request, Env& env, SqlSession& session) const {
    const std::string key = "idempotent:lock:" + request.key;
    const std::string value = env.ids.uuid();
    const Result<bool> locked =
        env.kv.set(key, value, {.when = SetWhen::if_absent, .ttl = options_.ttl});
    if (!locked.ok() && !options_.tolerate_redis) {
        return locked.error();
    }
    if (locked.ok() && !*locked) {
        return Reply{
            options_.busy_is_an_error ? ReplyKind::busy : ReplyKind::in_progress,
            "in progress, try later"};
    }
    if (options_.renew && locked.ok()) {
        env.tasks.start(renew, key, value, options_.ttl / 3);
    }
    Result<Reply> reply = locked_body(request, env, session);
    if (options_.renew) {
        env.tasks.stop();
    }
    const Result<bool> unlocked = unlock(env.kv, key, value);
    if (!unlocked.ok() && !options_.tolerate_redis) {
        // Thrown in `finally`: it takes the place of the reply, and of the body's own exception.
        return unlocked.error();
    }
    return reply;
}

Result<Reply> TableLock::locked_body(const Request& request, Env& env, SqlSession& session) const {
    if (options_.table.insert_first) {
        return insert_first(options_.table, request, env, session);
    }
    const auto body = [&] {
        return look_then_insert(options_.table, request, env, session);
    };
    return options_.outside ? in_proxy(options_.table, session, body) : body();
}

Result<bool> TableLock::unlock(KeyValue& kv, const std::string& key, const std::string& value)
    const {
    if (options_.compare_and_delete) {
        return kv.compare_and_delete(key, value);
    }
    const Result<std::optional<std::string>> current = kv.get(key);
    if (!current.ok()) {
        return current.error();
    }
    return *current == value ? kv.del(key) : Result<bool>(false);
}

void TableLock::sweep(Env& env) const {
    if (options_.table.insert_first) {
        sweep_table(env);
    }
}

}  // namespace onceproof::strategy
