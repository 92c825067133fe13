#pragma once

#include <cstdint>
#include <exception>
#include <string_view>

#include "model/port/result.hpp"

namespace onceproof::backend {

/// What the server was doing for us; it decides what the loss of the connection may have left
/// behind.
enum class Moment : std::uint8_t {
    alone,           ///< a statement that commits by itself
    in_transaction,  ///< BEGIN, a statement, ROLLBACK: lost with the connection
    commit,
};

/// The port's error for a five-character SQLSTATE (PostgreSQL manual, appendix A).
Error error_of(std::string_view sqlstate, Moment moment);

/// The port's error for what libpqxx threw. `alive`: the connection still stands.
Error error_of(const std::exception& thrown, Moment moment, bool alive);

}  // namespace onceproof::backend
