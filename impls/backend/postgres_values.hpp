#pragma once

#include <string>
#include <string_view>

#include <pqxx/pqxx>

#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

/// A timestamp as PostgreSQL reads it: "2024-01-31 23:59:59.000001+00". `instant` counts from 1970,
/// UTC; the years 1 to 9999.
std::string timestamp_text(Instant instant);

/// A value as its text form for a parameter. Must not be NULL.
std::string text_of(const Value& value);

/// A field's text as a `Value` by the type of its column: bigint, integer, smallint and boolean as
/// integers, timestamps as `Instant` (the connection's time zone must be UTC, its date style ISO),
/// all else as text.
Value value_of(std::string_view text, pqxx::oid type);

/// All rows of a result, and how many rows the statement wrote or returned.
Rows rows_of(const pqxx::result& result);

}  // namespace onceproof::backend
