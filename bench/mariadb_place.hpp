#pragma once

#include <memory>
#include <string>

#include "bench/database.hpp"
#include "bench/server_options.hpp"

namespace onceproof::bench {

/// The oldest MariaDB that our statements run on: INSERT … RETURNING is of version 10.5.
inline constexpr std::string_view mariadb_least = "10.5";

/// As `open_postgres`, with a MariaDB; the schema is a database.
std::unique_ptr<DatabaseServer> open_mariadb(
    const ServerOptions& options, const std::string& name, std::string& trouble
);

}  // namespace onceproof::bench
