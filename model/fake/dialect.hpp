#pragma once

#include <cstdint>

#include "model/port/sql.hpp"

namespace onceproof::fake {

/// Whose behaviour the SQL fake has. The statements are the same texts in both.
enum class Dialect : std::uint8_t {
    postgres,  ///< PostgreSQL 15
    mysql,     ///< InnoDB as in MariaDB 10.11
};

/// The isolation level of a transaction that asks for none, and of a statement outside one.
constexpr Isolation default_isolation(Dialect dialect) {
    return dialect == Dialect::mysql ? Isolation::repeatable_read : Isolation::read_committed;
}

}  // namespace onceproof::fake
