#pragma once

#include <exception>
#include <string_view>

#include "impls/backend/moment.hpp"
#include "model/port/result.hpp"

namespace onceproof::backend {

/// The port's error for a five-character SQLSTATE (PostgreSQL manual, appendix A).
Error error_of(std::string_view sqlstate, Moment moment);

/// The port's error for what libpqxx threw. `alive`: the connection still stands.
Error error_of(const std::exception& thrown, Moment moment, bool alive);

}  // namespace onceproof::backend
