#pragma once

#include <cstdint>
#include <string>

#include "impls/strategy/dedup_table.hpp"
#include "impls/strategy/set_once.hpp"

namespace onceproof::strategy {

/// How the lock is given back.
enum class Unlock : std::uint8_t {
    get_then_delete,     ///< GET, compare, DEL
    compare_and_delete,  ///< one script
    remove,              ///< DEL without looking
};

/// What is locked around.
enum class Locked : std::uint8_t {
    table,   ///< the dedup table
    effect,  ///< the effect alone; rows of the service's own are looked up before
};

/// A table and a lock in front of it.
struct LockOptions {
    TableOptions table = {};
    Locked locked = Locked::table;
    SetOnce acquire = {.ttl = std::chrono::seconds(30)};
    Duration ttl = std::chrono::seconds(30);
    bool constant_value = false;  ///< all holders write the same value; otherwise each its own
    bool outside = false;  ///< the lock is taken before the transaction and released after it
    Unlock unlock = Unlock::get_then_delete;
    bool renew = false;             ///< a task prolongs the lock while the handler works
    bool busy_is_an_error = false;  ///< 409; otherwise the success-shaped text of the article
    bool tolerate_redis =
        false;  ///< without Redis the table decides alone, and a failed unlock is no error
};

/// Gives the lock back as the options say. True if it was deleted. Errors are those of the
/// commands.
Result<bool> unlock(
    const LockOptions& options, KeyValue& kv, const std::string& key, const std::string& value
);

/// The key of a request's lock.
std::string lock_key(const Request& request);

/// The table of DedupTable behind a lock per request key (article A, section 3; schema
/// dedup_table.sql; needs sql and kv).
///
/// Claim: more reliable than the table alone. Gap: the lock is given back before the commit, and a
/// Redis error undoes or forgets finished work.
class TableLock final : public Strategy {
public:
    explicit TableLock(const LockOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    [[nodiscard]] Result<Reply> locked_body(const Request& request, Env& env, SqlSession& session)
        const;
    [[nodiscard]] Result<Reply> with_lock(const Request& request, Env& env, SqlSession& session)
        const;

    LockOptions options_;
};

Info table_lock_info();

}  // namespace onceproof::strategy
