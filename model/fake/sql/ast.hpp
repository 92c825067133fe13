#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Statements as written, free of the parser's own format. Names are not yet looked up, types not
/// yet known.
namespace onceproof::fake::ast {

/// A type as written: the last part of its name (`int8`, `varchar`, `timestamptz`) and its length,
/// if any.
struct TypeName {
    std::string name;
    std::optional<std::int64_t> length;
};

enum class Kind : unsigned char {
    column,           ///< `text` is its name
    parameter,        ///< `number` counts from 1
    integer,          ///< `number`
    string,           ///< `text`: a literal whose type is still open
    boolean,          ///< `number` is 0 or 1
    null,             ///< NULL
    transaction_now,  ///< now(), current_timestamp
    statement_now,    ///< clock_timestamp()
    count,            ///< count(*)
    star,             ///< *
    default_value,    ///< DEFAULT in VALUES or SET
    operation,        ///< `text` is the operator, one or two children
    all_of,           ///< AND
    any_of,           ///< OR
    negation,         ///< NOT
    is_null,          ///< one child
    is_not_null,      ///< one child
    cast,             ///< one child and `type`
};

struct Expression {
    Kind kind = Kind::null;
    std::string text;
    std::int64_t number = 0;
    TypeName type;
    std::vector<Expression> children;
};

/// An output column: an expression and, if written, its name.
struct Target {
    Expression value;
    std::string name;
};

struct Order {
    Expression value;
    bool descending = false;
    bool nulls_first = false;
};

enum class RowLock : unsigned char {
    none,
    share,
    exclusive
};
enum class LockPolicy : unsigned char {
    wait,
    fail,
    skip
};

struct Select {
    std::string table;  ///< empty: no FROM
    std::vector<Target> targets;
    std::optional<Expression> where;
    std::vector<Order> order;
    std::optional<Expression> limit;
    RowLock lock = RowLock::none;
    LockPolicy policy = LockPolicy::wait;
};

struct Insert {
    std::string table;
    std::vector<std::string> columns;  ///< empty: all, in the table's order
    std::vector<std::vector<Expression>> rows;
    bool do_nothing = false;
    std::vector<std::string> arbiter;  ///< columns of ON CONFLICT (…); empty: any key
    std::vector<Target> returning;
};

struct Update {
    std::string table;
    std::vector<Target> assignments;  ///< name = value
    std::optional<Expression> where;
    std::vector<Target> returning;
};

struct Delete {
    std::string table;
    std::optional<Expression> where;
    std::vector<Target> returning;
};

/// A PRIMARY KEY or UNIQUE constraint.
struct Key {
    bool primary = false;
    std::vector<std::string> columns;
};

struct Column {
    std::string name;
    TypeName type;
    bool not_null = false;
    bool identity = false;
    std::optional<Expression> default_value;
};

struct CreateTable {
    std::string table;
    std::vector<Column> columns;
    std::vector<Key> keys;  ///< in order of appearance
};

using Statement = std::variant<Select, Insert, Update, Delete, CreateTable>;

}  // namespace onceproof::fake::ast
