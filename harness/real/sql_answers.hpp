#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/stepped_database.hpp"
#include "model/base/time.hpp"
#include "model/port/result.hpp"
#include "model/port/sql.hpp"
#include "model/world/store_contents.hpp"

namespace onceproof::harness {

/// An instant of a run as a server is told it: a world's time begins in 1970, which MariaDB's
/// clock does not know.
Instant real_instant(Instant simulated);

/// The same for all instants among `values`.
std::vector<Value> real_values(std::vector<Value> values);

/// What a server has to answer where the fake gave `result`.
backend::Answer expected_answer(const Result<Rows>& result);

/// True if a server's answer to the statement `text` is the one expected; rows in any order unless
/// the statement asks for one.
bool same_answer(std::string_view text, backend::Answer expected, backend::Answer real);

/// A table's rows, in one order whatever order they come in.
backend::Answer expected_rows(const world::StoreContents::Table& table);
backend::Answer in_order(backend::Answer answer);

}  // namespace onceproof::harness
