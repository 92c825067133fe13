#pragma once

#include <memory>
#include <string>

#include "bench/database.hpp"
#include "bench/server_options.hpp"

namespace onceproof::bench {

/// The oldest PostgreSQL that our schemas run on: GENERATED … AS IDENTITY is of version 10.
inline constexpr std::string_view postgres_least = "10";

/// Starts or reaches a PostgreSQL and makes the schema `name` in it. Null with `trouble`, one line,
/// if that fails.
std::unique_ptr<DatabaseServer> open_postgres(
    const ServerOptions& options, const std::string& name, std::string& trouble
);

/// `address` with the settings that make its connections work in `schema`, and a bound of five
/// seconds for connecting unless it has one.
std::string address_in_schema(const std::string& address, const std::string& schema);

}  // namespace onceproof::bench
