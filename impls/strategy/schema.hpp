#pragma once

#include <string_view>

namespace onceproof::strategy::schema {

/// The texts of schema/*.sql, for the fake and the server alike.
extern const std::string_view dedup_insert;
extern const std::string_view dedup_table;
extern const std::string_view delete_token;
extern const std::string_view inbox;
extern const std::string_view optimistic_lock;
extern const std::string_view outbox;
extern const std::string_view payment;
extern const std::string_view timeout_table;

}  // namespace onceproof::strategy::schema
