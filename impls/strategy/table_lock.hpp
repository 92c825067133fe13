#pragma once

#include "impls/strategy/dedup_table.hpp"

namespace onceproof::strategy {

/// A table and a Redis lock in front of it.
struct LockOptions {
    TableOptions table;
    Duration ttl = std::chrono::seconds(30);
    bool outside = false;  ///< the lock is taken before the transaction and released after it
    bool compare_and_delete = false;  ///< one script; otherwise GET, compare, DEL
    bool renew = false;               ///< a task prolongs the lock while the handler works
    bool busy_is_an_error = false;    ///< 409; otherwise the success-shaped text of the article
    bool tolerate_redis =
        false;  ///< without Redis the table decides alone, and a failed unlock is no error
};

/// The table of DedupTable behind a lock per request key (article A, section 3).
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
    [[nodiscard]] Result<bool> unlock(
        KeyValue& kv, const std::string& key, const std::string& value
    ) const;

    LockOptions options_;
};

}  // namespace onceproof::strategy
