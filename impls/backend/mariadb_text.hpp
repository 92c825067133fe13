#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::backend {

/// A statement as MariaDB reads it.
struct MariadbText {
    std::string text;                ///< with `?` for parameters
    std::vector<std::size_t> order;  ///< of each `?`: which parameter it is, from 0
};

/// Turns a PostgreSQL text (a statement, or several with their semicolons) into MariaDB's.
///
/// - `$2` becomes `?`; casts (`::bigint`) go.
/// - `now()` keeps its microseconds, `clock_timestamp()` is `sysdate(6)`; `interval '1 minute'`
///   counts in microseconds (days have 24 hours; no months), also with a factor before it.
/// - `INSERT … ON CONFLICT (…) DO NOTHING` is `INSERT IGNORE`, which ignores conflicts of all keys,
///   and cuts a value that does not fit instead of refusing it.
/// - `FOR SHARE` is `LOCK IN SHARE MODE`.
/// - Columns: `timestamptz` is `datetime(6)`, `text` is `varchar(255)` so that it can be a key,
///   `GENERATED ALWAYS AS IDENTITY` is `AUTO_INCREMENT`; tables are InnoDB and compare texts byte
///   by byte (utf8mb4_nopad_bin).
/// - Names that are reserved words in MariaDB only are quoted.
///
/// All else is left as it is; what MariaDB does not know (UPDATE … RETURNING, DO UPDATE, NULLS
/// FIRST) it refuses. The connection has to be set up by `mariadb_session_setup`.
MariadbText mariadb_text(std::string_view postgres);

/// What a connection needs so that texts mean the same as in PostgreSQL: UTC, `||`, "names",
/// backslashes, errors instead of cut values, and SET of all columns at once.
std::string_view mariadb_session_setup();

}  // namespace onceproof::backend
