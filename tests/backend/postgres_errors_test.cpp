#include "impls/backend/postgres_errors.hpp"

#include <pqxx/pqxx>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE(
    "error_of: a SQLSTATE of a server that has undone the statement is definite", "[backend]"
) {
    const auto [sqlstate, kind] = GENERATE(table<const char*, ErrorKind>(
        {{"23505", ErrorKind::unique_violation},
         {"40001", ErrorKind::serialization_failure},
         {"40P01", ErrorKind::deadlock},
         {"55P03", ErrorKind::lock_timeout},
         {"25P02", ErrorKind::in_failed_transaction},
         {"57014", ErrorKind::timeout},
         {"25006", ErrorKind::unavailable},
         {"53300", ErrorKind::unavailable},
         {"53400", ErrorKind::unavailable},
         {"53200", ErrorKind::out_of_memory},
         {"23502", ErrorKind::rejected},
         {"42601", ErrorKind::rejected}}
    ));
    for (const Moment moment : {Moment::alone, Moment::in_transaction, Moment::commit}) {
        CHECK(error_of(sqlstate, moment) == Error{kind, Certainty::definite});
    }
}

TEST_CASE("error_of: a lost connection is definite in a transaction only", "[backend]") {
    const auto [moment, certainty] = GENERATE(table<Moment, Certainty>(
        {{Moment::alone, Certainty::indefinite},
         {Moment::in_transaction, Certainty::definite},
         {Moment::commit, Certainty::indefinite}}
    ));
    const Error lost{ErrorKind::connection_lost, certainty};
    for (const char* sqlstate : {"57P01", "57P02", "08006", "08003"}) {
        CHECK(error_of(sqlstate, moment) == lost);
    }
    CHECK(error_of(pqxx::broken_connection("gone"), moment, false) == lost);
    CHECK(error_of(pqxx::sql_error("server closed the connection"), moment, false) == lost);
    CHECK(
        error_of(pqxx::in_doubt_error("?"), moment, false) ==
        Error{ErrorKind::connection_lost, Certainty::indefinite}
    );
}

}  // namespace
}  // namespace onceproof::backend
