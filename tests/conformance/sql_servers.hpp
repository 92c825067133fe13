#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "impls/backend/stepped_database.hpp"

namespace onceproof::conformance {

/// A throw-away server with the tables of `schema` and that many sessions. Throws
/// std::runtime_error if it does not start.
std::unique_ptr<backend::SteppedDatabase> postgres_with(
    std::string_view schema, std::size_t sessions
);
std::unique_ptr<backend::SteppedDatabase> mariadb_with(
    std::string_view schema, std::size_t sessions
);

}  // namespace onceproof::conformance
