#pragma once

#include <cstdint>

namespace onceproof::backend {

/// What the database was doing for us; it decides what the loss of the connection may have left
/// behind.
enum class Moment : std::uint8_t {
    alone,           ///< a statement that commits by itself
    in_transaction,  ///< BEGIN, a statement, ROLLBACK: lost with the connection
    commit,
};

}  // namespace onceproof::backend
