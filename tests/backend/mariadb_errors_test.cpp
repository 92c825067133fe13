#include "impls/backend/mariadb_errors.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE(
    "mariadb_error_of: a number of a server that has undone the statement is definite", "[backend]"
) {
    const auto [number, kind] = GENERATE(table<unsigned, ErrorKind>(
        {{1062, ErrorKind::unique_violation},
         {1586, ErrorKind::unique_violation},
         {1020, ErrorKind::serialization_failure},
         {1213, ErrorKind::deadlock},
         {1205, ErrorKind::lock_timeout},
         {1969, ErrorKind::timeout},
         {1040, ErrorKind::unavailable},
         {2002, ErrorKind::unavailable},
         {1290, ErrorKind::unavailable},
         {1021, ErrorKind::out_of_memory},
         {1048, ErrorKind::rejected},
         {1406, ErrorKind::rejected},
         {1064, ErrorKind::rejected}}
    ));
    for (const Moment moment : {Moment::alone, Moment::in_transaction, Moment::commit}) {
        CHECK(mariadb_error_of(number, moment) == Error{kind, Certainty::definite});
    }
}

TEST_CASE(
    "mariadb_error_of: a lost connection is definite inside a transaction only", "[backend]"
) {
    for (const unsigned number : {2006U, 2013U, 2055U, 1927U, 1053U}) {
        const auto lost = [](Certainty certainty) {
            return Error{ErrorKind::connection_lost, certainty};
        };
        CHECK(mariadb_error_of(number, Moment::in_transaction) == lost(Certainty::definite));
        CHECK(mariadb_error_of(number, Moment::alone) == lost(Certainty::indefinite));
        CHECK(mariadb_error_of(number, Moment::commit) == lost(Certainty::indefinite));
    }
}

}  // namespace
}  // namespace onceproof::backend
