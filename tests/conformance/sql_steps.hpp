#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/stepped_database.hpp"
#include "model/fake/dialect.hpp"
#include "model/port/sql.hpp"

namespace onceproof::conformance {

using backend::Answer;
using backend::SteppedDatabase;

/// A statement text and what its parameters are drawn from.
struct StatementForm {
    std::string text;
    std::string parameters;                    ///< one letter for each, see `arbitrary_step`
    int weight = 1;                            ///< how often it is drawn, relative to others
    std::vector<std::vector<Value>> values{};  ///< instead of letters: what each is one of
};

/// What sequences of one dialect are made of.
struct Alphabet {
    fake::Dialect dialect = fake::Dialect::postgres;
    std::vector<Isolation> isolations;  ///< each as often as it is listed
    std::vector<StatementForm> statements;
    std::string schema{};
    std::string first_rows{};           ///< one INSERT; empty: the tables are empty at first
    std::vector<std::string> tables{};  ///< ordered by their first column at the end
};

const Alphabet& postgres_alphabet();

/// Without what MariaDB does not have (UPDATE … RETURNING), and without what meets
/// `Known::index_ranges` and `Known::null_comparisons`.
const Alphabet& mysql_alphabet();

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
    const StatementForm* form = nullptr;  ///< the statement
    std::vector<Value> parameters;        ///< of the statement
    Instant now{};                        ///< of the call, on both sides' clocks
};

/// True if the rows come in an order that the statement asks for.
bool is_ordered(const StatementForm& form);

/// True if the statement takes entries out of an index: it deletes, or sets a column of a key.
bool removes_entries(const StatementForm& form);

/// "READ COMMITTED".
std::string_view isolation_name(Isolation isolation);

/// `s1 UPDATE t SET n = n + $1 WHERE id = $2 [5, 1]`.
std::string show(const Step& step);
std::ostream& operator<<(std::ostream& stream, const Step& step);

}  // namespace onceproof::conformance
