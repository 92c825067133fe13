#pragma once

#include <string_view>

namespace onceproof::strategy::schema {

/// The texts of schema/*.sql, for the fake and the server alike.
extern const std::string_view dedup_table;
extern const std::string_view payment;

}  // namespace onceproof::strategy::schema
