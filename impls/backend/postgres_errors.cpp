#include "impls/backend/postgres_errors.hpp"

#include <array>
#include <utility>

#include <pqxx/pqxx>

namespace onceproof::backend {

namespace {

struct Known {
    std::string_view sqlstate;
    ErrorKind kind;
};

/// Answers of a server that has undone the statement. A shorter entry is a class.
constexpr std::array<Known, 15> known{{
    {"23505", ErrorKind::unique_violation},
    {"40001", ErrorKind::serialization_failure},
    {"40P01", ErrorKind::deadlock},
    {"55P03", ErrorKind::lock_timeout},
    {"25P02", ErrorKind::in_failed_transaction},
    {"57014", ErrorKind::timeout},          // statement_timeout, or a cancel request
    {"25P03", ErrorKind::connection_lost},  // idle in transaction for too long
    {"57P05", ErrorKind::connection_lost},  // idle for too long
    {"25006", ErrorKind::unavailable},      // read only: a standby
    {"57P03", ErrorKind::unavailable},      // starting up or shutting down
    {"53300", ErrorKind::unavailable},      // too many connections
    {"53100", ErrorKind::out_of_memory},    // disk full
    {"53200", ErrorKind::out_of_memory},
    {"54000", ErrorKind::out_of_memory},  // a program limit
    {"53", ErrorKind::unavailable},       // other lack of resources
}};

Error loss(Moment moment) {
    return {
        ErrorKind::connection_lost,
        moment == Moment::in_transaction ? Certainty::definite : Certainty::indefinite};
}

/// The server says why it ends the connection; whether it had finished is not said.
bool ends_connection(std::string_view sqlstate) {
    return sqlstate.starts_with("08") || sqlstate == "57P01" || sqlstate == "57P02" ||
           sqlstate == "57P04" || sqlstate == "40003";
}

}  // namespace

Error error_of(std::string_view sqlstate, Moment moment) {
    if (ends_connection(sqlstate)) return loss(moment);
    for (const auto& [code, kind] : known) {
        if (sqlstate.starts_with(code)) return {kind, Certainty::definite};
    }
    return {ErrorKind::rejected, Certainty::definite};
}

Error error_of(const std::exception& thrown, Moment moment, bool alive) {
    if (dynamic_cast<const pqxx::in_doubt_error*>(&thrown) != nullptr) {
        return {ErrorKind::connection_lost, Certainty::indefinite};
    }
    // libpqxx 6 has types for SQLSTATE class 40 that do not carry it.
    if (dynamic_cast<const pqxx::serialization_failure*>(&thrown) != nullptr) {
        return {ErrorKind::serialization_failure, Certainty::definite};
    }
    if (dynamic_cast<const pqxx::deadlock_detected*>(&thrown) != nullptr) {
        return {ErrorKind::deadlock, Certainty::definite};
    }
    if (dynamic_cast<const pqxx::statement_completion_unknown*>(&thrown) != nullptr) {
        return loss(moment);
    }
    if (const auto* error = dynamic_cast<const pqxx::sql_error*>(&thrown)) {
        if (!error->sqlstate().empty()) return error_of(error->sqlstate(), moment);
    }
    if (!alive || dynamic_cast<const pqxx::broken_connection*>(&thrown) != nullptr) {
        return loss(moment);
    }
    return {ErrorKind::rejected, Certainty::definite};
}

}  // namespace onceproof::backend
