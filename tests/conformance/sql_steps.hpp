#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "model/port/sql.hpp"

namespace onceproof::conformance {

/// The tables that the sequences use, and the rows that are there at their start.
extern const std::string_view schema_text;
extern const std::string_view first_rows_text;

/// One call of a session.
struct Step {
    enum class Kind : unsigned char {
        begin,
        statement,
        commit,
        rollback
    };
    std::size_t session = 0;
    Kind kind = Kind::statement;
    Isolation isolation = Isolation::read_committed;
    std::size_t statement = 0;      ///< position in `statements()`
    std::vector<Value> parameters;  ///< of the statement
};

/// A statement text and what its parameters are drawn from.
struct StatementForm {
    std::string text;
    std::string parameters;  ///< one letter for each, see `parameter` in the test
    int weight = 1;          ///< how often it is drawn, relative to others
};

/// The statements that sequences are made of.
const std::vector<StatementForm>& statements();

/// True if the rows come in an order that the statement asks for.
bool is_ordered(const StatementForm& form);

/// `s1 UPDATE t SET n = n + $1 WHERE id = $2 [5, 1]`.
std::string show(const Step& step);
std::ostream& operator<<(std::ostream& stream, const Step& step);

}  // namespace onceproof::conformance
