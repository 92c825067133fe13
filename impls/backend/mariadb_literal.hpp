#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/port/sql.hpp"

namespace onceproof::backend {

/// MariaDB's form of a PostgreSQL text (`mariadb_text`) with the parameters written in, for
/// a connection set up by `mariadb_session_setup`. There must be one for each number in the text,
/// and no question mark in its quoted texts.
std::string mariadb_statement(std::string_view text, std::span<const Value> parameters);

}  // namespace onceproof::backend
