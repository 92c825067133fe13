#pragma once

#include <memory>

#include "harness/real/real_store.hpp"
#include "model/fake/dialect.hpp"

namespace onceproof::harness {

/// A PostgreSQL or a MariaDB, for runs of that dialect.
std::unique_ptr<RealStore> real_database(fake::Dialect dialect);

}  // namespace onceproof::harness
