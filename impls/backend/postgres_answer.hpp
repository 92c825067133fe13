#pragma once

#include <libpq-fe.h>
#include <memory>
#include <string>

#include "impls/backend/stepped_database.hpp"

namespace onceproof::backend {

/// What the library allocates, freed by itself.
struct ClearResult {
    void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClearResult>;

struct FinishConnection {
    void operator()(PGconn* connection) const { PQfinish(connection); }
};
using PostgresConnection = std::unique_ptr<PGconn, FinishConnection>;

/// What is said of a session whose connection is gone.
Answer lost_answer();

/// A result of the server's. COMMIT that became a ROLLBACK is `in_failed_transaction`, and so is
/// ROLLBACK: the server says the same of both. What the library itself has to complain about is
/// `connection_lost`.
Answer answer_of(const PGresult* result);

/// Runs statements and waits for the answer to the last one.
Answer run_on(PGconn* connection, const std::string& text);

}  // namespace onceproof::backend
