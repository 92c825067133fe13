#pragma once

#include <cstdint>
#include <span>

#include "model/fake/sql/cell.hpp"
#include "model/fake/sql/layout.hpp"
#include "model/port/sql.hpp"

namespace onceproof::fake {

/// What expressions are evaluated over.
struct Scope {
    std::span<const Datum> parameters;
    std::int64_t transaction_start = 0;  ///< microseconds
    std::int64_t now = 0;                ///< microseconds
    const Cell* row = nullptr;           ///< may be null if no column is named
    bool failed = false;  ///< set when a value cannot be computed (overflow, text too long)
};

/// The value of a node. NULL if it failed; then `scope.failed` is set.
Datum evaluate(const Expressions& code, NodeIndex node, Scope& scope);

/// True if the condition holds for `row`; an absent condition holds.
inline bool holds(
    const Expressions& code,
    const std::optional<NodeIndex>& condition,
    Scope& scope,
    const Cell* row
) {
    if (!condition) return true;
    scope.row = row;
    return evaluate(code, *condition, scope).is_true();
}

}  // namespace onceproof::fake
