#pragma once

#include <string>
#include <string_view>

#include "model/base/time.hpp"

namespace onceproof::strategy {

/// A table with one row per thing that is to happen once, as the hardened forms need it. Its schema
/// has these columns besides: payload_hash, status (0 pending, 1 done), owner.
struct GuardTable {
    std::string_view name;
    std::string_view key;        ///< column of what must be unique
    std::string_view scope;      ///< column that says what kind of request it is, always "pay"
    std::string_view unique;     ///< the columns of the unique constraint
    bool scope_is_unique{};      ///< the scope is one of them
    std::string_view result;     ///< column of the stored result
    std::string_view lease_end;  ///< column of the claim's end, on the database's clock
    std::string_view created;    ///< column of the row's age
    std::string_view touched{};  ///< column of the last change; empty: there is none
};

/// The statements of the hardened forms over one table. `$1` … in the order of the comments.
struct ClaimSql {
    std::string insert_done;  ///< key, "pay", payload, 1, result: claim and finish at once
    std::string stored;       ///< key: payload and result
    std::string claim;        ///< key, "pay", payload, owner: the claim, unless a row exists
    std::string look;         ///< key: payload, status and result
    std::string take_over;    ///< owner, key: a claim whose lease has ended
    std::string release;      ///< key, owner: the owner's pending claim
    std::string finish;       ///< result, key: unless it is finished
    std::string sweep;        ///< rows older than the retention
};

/// `lease` is rounded up to whole seconds, `retention` to whole days.
ClaimSql claim_sql(const GuardTable& table, Duration lease, Duration retention);

/// SQL text of a span: "interval '10 seconds'", rounded up.
std::string seconds_sql(Duration span);
std::string days_sql(Duration span);

}  // namespace onceproof::strategy
