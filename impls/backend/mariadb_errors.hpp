#pragma once

#include "impls/backend/moment.hpp"
#include "model/port/result.hpp"

namespace onceproof::backend {

/// The port's error for an error number of MariaDB or of its client library (MariaDB knowledge
/// base, "MariaDB error codes").
Error mariadb_error_of(unsigned number, Moment moment);

}  // namespace onceproof::backend
