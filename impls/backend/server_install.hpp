#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "impls/backend/start_error.hpp"
#include "impls/backend/temp_folder.hpp"

namespace onceproof::backend {

/// The program `name` in one of the folders of PATH; empty if there is none.
std::string find_in_path(std::string_view name);

/// The newest /usr/lib/postgresql/*/bin, where Debian keeps the servers; else the folder of
/// `postgres` in PATH, if there is one.
std::string find_postgres_folder();

/// Where MariaDB's and RabbitMQ's servers are, if they are installed.
std::string find_mariadb();
std::string find_rabbitmq();

/// The error for a server that is not there.
StartError not_installed(const std::string& what);

/// A folder for a server, owned by the user it runs as; `base` and `name` as in
/// `TempFolder::create`.
std::optional<TempFolder> server_folder(const std::string& base, const std::string& name);

/// The error for a `server_folder` that could not be made.
StartError no_folder(const std::string& base);

}  // namespace onceproof::backend
