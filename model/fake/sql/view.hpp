#pragma once

#include <vector>

#include "model/fake/database.hpp"
#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

/// What `Database::describe` does.
std::vector<Database::Line> describe_store(const Store& store);

}  // namespace onceproof::fake
