#include "impls/backend/mariadb_errors.hpp"

#include <algorithm>
#include <array>
#include <errmsg.h>
#include <mysqld_error.h>

#include <mysql.h>

namespace onceproof::backend {

namespace {

struct Known {
    unsigned number;
    ErrorKind kind;
};

/// Answers of a server that has undone the statement.
constexpr std::array<Known, 22> known{{
    {ER_DUP_ENTRY, ErrorKind::unique_violation},
    {ER_DUP_ENTRY_WITH_KEY_NAME, ErrorKind::unique_violation},
    {ER_CHECKREAD, ErrorKind::serialization_failure},  // with innodb_snapshot_isolation
    {ER_LOCK_DEADLOCK, ErrorKind::deadlock},
    {ER_LOCK_WAIT_TIMEOUT, ErrorKind::lock_timeout},  // also NOWAIT
    {ER_STATEMENT_TIMEOUT, ErrorKind::timeout},       // max_statement_time
    {ER_QUERY_INTERRUPTED, ErrorKind::timeout},       // KILL QUERY
    {ER_CON_COUNT_ERROR, ErrorKind::unavailable},
    {ER_TOO_MANY_USER_CONNECTIONS, ErrorKind::unavailable},
    {ER_OPTION_PREVENTS_STATEMENT, ErrorKind::unavailable},  // read_only
    {ER_READ_ONLY_MODE, ErrorKind::unavailable},
    {ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, ErrorKind::unavailable},
    {CR_CONNECTION_ERROR, ErrorKind::unavailable},
    {CR_CONN_HOST_ERROR, ErrorKind::unavailable},
    {ER_DISK_FULL, ErrorKind::out_of_memory},
    {ER_OUTOFMEMORY, ErrorKind::out_of_memory},
    {ER_OUT_OF_SORTMEMORY, ErrorKind::out_of_memory},
    {ER_OUT_OF_RESOURCES, ErrorKind::out_of_memory},
    {ER_RECORD_FILE_FULL, ErrorKind::out_of_memory},
    {ER_LOCK_TABLE_FULL, ErrorKind::out_of_memory},
    {ER_ENGINE_OUT_OF_MEMORY, ErrorKind::out_of_memory},
    {CR_OUT_OF_MEMORY, ErrorKind::out_of_memory},
}};

/// The connection is gone; whether the server had finished is not said.
constexpr std::array<unsigned, 6> losses{
    CR_SERVER_GONE_ERROR,
    CR_SERVER_LOST,
    CR_SERVER_LOST_EXTENDED,
    ER_CONNECTION_KILLED,
    ER_SERVER_SHUTDOWN,
    ER_NEW_ABORTING_CONNECTION};

}  // namespace

Error mariadb_error_of(unsigned number, Moment moment) {
    if (std::ranges::find(losses, number) != losses.end()) {
        return {
            ErrorKind::connection_lost,
            moment == Moment::in_transaction ? Certainty::definite : Certainty::indefinite};
    }
    const auto* const found = std::ranges::find(known, number, &Known::number);
    return {found == known.end() ? ErrorKind::rejected : found->kind, Certainty::definite};
}

}  // namespace onceproof::backend
