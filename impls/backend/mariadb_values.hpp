#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <mysql.h>

#include "impls/backend/mariadb_text.hpp"
#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

/// An instant (UTC, years 1 to 9999) as a DATETIME with microseconds.
MYSQL_TIME mysql_time_of(Instant instant);
Instant instant_of(const MYSQL_TIME& time);

/// The parameters of one execution, in the order of the text's question marks.
class MariadbParameters {
public:
    /// `values` must outlive this; there must be one for each number in the text.
    MariadbParameters(const MariadbText& text, std::span<const Value> values);

    [[nodiscard]] MYSQL_BIND* binds() { return binds_.data(); }

private:
    void bind(const Value& value);

    std::vector<MYSQL_BIND> binds_;
    std::deque<MYSQL_TIME> times_;
};

/// Fetches all rows of a statement that has been executed and stored, by the types of its columns:
/// integers and booleans as integers, DATETIME and TIMESTAMP as `Instant` (the connection's time
/// zone must be UTC), all else as text. Also how many rows it gave, or else wrote or matched. Empty
/// if the library reports an error.
std::optional<Rows> mariadb_rows(MYSQL_STMT* statement);

}  // namespace onceproof::backend
