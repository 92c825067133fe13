#include "impls/backend/postgres_answer.hpp"

#include <array>
#include <cstdlib>
#include <string_view>

#include "impls/backend/postgres_errors.hpp"
#include "impls/backend/postgres_values.hpp"

namespace onceproof::backend {

namespace {

// Numbers of built-in types, from PostgreSQL's src/include/catalog/pg_type.dat.
constexpr Oid bool_type = 16;
constexpr Oid timestamptz_type = 1184;

std::string cell_text(const PGresult* result, int row, int column) {
    if (PQgetisnull(result, row, column) != 0) return "\\N";
    const char* const text = PQgetvalue(result, row, column);
    const Oid type = PQftype(result, column);
    if (type == bool_type) return *text == 't' ? "1" : "0";
    if (type != timestamptz_type) return text;
    return row_text(std::array{value_of(text, type)});
}

}  // namespace

Answer lost_answer() {
    return {.error = ErrorKind::connection_lost};
}

Answer answer_of(const PGresult* result) {
    Answer answer;
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (state == nullptr) return lost_answer();  // the library's own
        answer.error = error_of(state, Moment::in_transaction).kind;
        return answer;
    }
    for (int row = 0; row < PQntuples(result); ++row) {
        std::string& line = answer.rows.emplace_back();
        for (int column = 0; column < PQnfields(result); ++column) {
            line += column == 0 ? "" : "|";
            line += cell_text(result, row, column);
        }
    }
    answer.affected = std::strtoll(PQcmdTuples(const_cast<PGresult*>(result)), nullptr, 10);
    // COMMIT of a failed transaction says ROLLBACK and is no error for the server.
    if (std::string_view(PQcmdStatus(const_cast<PGresult*>(result))) == "ROLLBACK") {
        answer.error = ErrorKind::in_failed_transaction;
    }
    return answer;
}

Answer run_on(PGconn* connection, const std::string& text) {
    const PostgresResult result(PQexec(connection, text.c_str()));
    return answer_of(result.get());
}

}  // namespace onceproof::backend
