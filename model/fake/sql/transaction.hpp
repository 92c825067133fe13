#pragma once

#include <cstddef>

#include "model/base/time.hpp"
#include "model/fake/sql/store.hpp"
#include "model/port/result.hpp"

/// How statements and transactions begin and end.
namespace onceproof::fake {

/// Opens what has to be opened; gives the snapshot that the statement works on.
CommitNumber start_statement(Store& store, std::size_t session, const Plan& plan, Instant now);

/// The statement waits.
void suspend(Store& store, std::size_t session, const Plan& plan, CommitNumber snapshot);

/// Forgets the wait of the statement that has ended.
void finish_statement(Store& store, std::size_t session);

/// The transaction is over: the session is as new, and those who waited for it can go on.
void reset(Store& store, std::size_t session);

/// Commits; an error means that it was rolled back.
Result<Done> end_by_commit(Store& store, std::size_t session);

void end_by_rollback(Store& store, std::size_t session);

/// A statement fails. postgres: all is undone at once; inside a transaction the client has to roll
/// back formally. mysql: inside a transaction the statement is undone, its locks stay; after a
/// deadlock all is undone, and a new transaction begins with the next statement.
Error fail(Store& store, std::size_t session, ErrorKind kind);

}  // namespace onceproof::fake
