#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fake/plan.hpp"
#include "model/fake/sql/ast.hpp"
#include "model/fake/sql/cell.hpp"

namespace onceproof::fake {

/// The types that the fake knows. `unknown`: a literal or parameter whose context has not yet
/// decided.
enum class Type : std::uint8_t {
    unknown,
    boolean,
    int2,
    int4,
    int8,
    text,
    timestamptz,
    interval,
};

inline bool is_integer(Type type) {
    return type == Type::int2 || type == Type::int4 || type == Type::int8;
}

/// One step of an expression. Operands are earlier nodes of the same list.
enum class Op : std::uint8_t {
    constant,
    column,           ///< `index`: position in the row
    parameter,        ///< `index`: from 0
    transaction_now,  ///< the transaction's start
    statement_now,    ///< the time handed to this call
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    add,       ///< integers, or instant and interval
    subtract,  ///< integers, instant and interval, or two instants
    multiply,  ///< integers, or integer and interval
    negate,
    logic_and,
    logic_or,
    logic_not,
    is_null,
    is_not_null,
    fit,  ///< assigns to a column: cuts or refuses a text longer than `index`, refuses an integer
          ///< too wide
};

using NodeIndex = std::uint16_t;

struct Node {
    Op op = Op::constant;
    Type type = Type::unknown;
    NodeIndex left = 0;
    NodeIndex right = 0;
    std::uint32_t index = 0;
    Datum constant{};
};

/// A set of expressions over one row; texts of constants live in `texts`.
struct Expressions {
    std::vector<Node> nodes;
    std::deque<std::string> texts;
};

struct Column {
    std::string name;
    Type type = Type::unknown;
    std::uint32_t length_max = 0;  ///< of a varchar(n), in characters; 0: no limit
    bool not_null = false;
    bool identity = false;
    std::optional<NodeIndex> default_value;  ///< in the table's `defaults`
};

/// The column positions of a primary key or unique constraint, in the order in which the server
/// checks them.
using Key = std::vector<std::size_t>;

struct Table {
    std::string name;
    std::vector<Column> columns;
    std::vector<Key> keys;
    Expressions defaults;
    std::optional<std::size_t> identity;  ///< the GENERATED ALWAYS AS IDENTITY column
    std::vector<std::size_t>
        order;  ///< columns that order committed rows: identity or primary key first

    [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
};

struct Schema {
    std::string text;  ///< as it was compiled
    std::vector<Table> tables;

    [[nodiscard]] std::optional<std::size_t> find(std::string_view table) const;
};

/// An ORDER BY column.
struct SortKey {
    NodeIndex value = 0;
    bool descending = false;
    bool nulls_first = false;
};

/// What an INSERT or UPDATE writes into one column.
struct Assignment {
    std::size_t column = 0;
    NodeIndex value = 0;
};

inline constexpr std::size_t no_table = std::numeric_limits<std::size_t>::max();

struct Plan {
    Verb verb = Verb::select;
    std::string text;               ///< as it was compiled, for messages
    std::size_t table = no_table;   ///< position in the schema
    const Table* layout = nullptr;  ///< the same table
    Expressions code;
    std::vector<Type> parameters;  ///< type of each, in order

    /// Parts that depend on parameters only and may fail. The server computes them while it plans:
    /// they fail whether or not a row is found, and before a number is drawn.
    std::vector<NodeIndex> precomputed;

    std::optional<NodeIndex> where;
    std::vector<NodeIndex> output;  ///< of SELECT or RETURNING
    bool counts = false;            ///< SELECT count(*)
    bool reads_identity = false;    ///< a value of the identity column gets out or is compared

    std::vector<SortKey> order;
    std::optional<NodeIndex> limit;
    ast::RowLock lock = ast::RowLock::none;
    ast::LockPolicy policy = ast::LockPolicy::wait;

    /// One per row of VALUES: what each column gets; columns not named have their default.
    std::vector<std::vector<std::optional<NodeIndex>>> rows;
    bool do_nothing = false;
    std::optional<std::size_t> arbiter;  ///< key of ON CONFLICT (…); empty: all keys

    std::vector<Assignment> assignments;  ///< of UPDATE
    bool changes_key = false;             ///< UPDATE sets a column of some key

    /// True if ON CONFLICT DO NOTHING is about this key.
    [[nodiscard]] bool arbitrates(std::size_t key) const {
        return do_nothing && arbiter.value_or(key) == key;
    }

    /// A key all of whose columns WHERE sets equal to values that do not depend on the row.
    std::optional<std::size_t> pinned_key;
    std::vector<NodeIndex> pinned_values;  ///< those values, in the key's column order
};

}  // namespace onceproof::fake
