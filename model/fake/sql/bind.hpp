#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fake/sql/ast.hpp"
#include "model/fake/sql/layout.hpp"

namespace onceproof::fake {

/// A type of the schema with its length, from a written one. Throws UnsupportedSql.
struct ColumnType {
    Type type = Type::unknown;
    std::uint32_t length_max = 0;
};
ColumnType resolve(const ast::TypeName& name, std::string_view statement);

/// Looks up names and types in expressions and writes them down as nodes.
///
/// Types of parameters and bare literals come from their context, as in PostgreSQL: an operator
/// gives one the type of its other side, an assignment the type of the column.
class Binder {
public:
    /// `table` may be null: then no column can be named. All references must outlive the binder.
    Binder(
        const Table* table,
        Expressions& code,
        std::vector<Type>& parameters,
        std::string_view statement
    );

    /// Binds an expression; what is still unknown becomes `wanted` (text if that is unknown, too).
    NodeIndex bind(const ast::Expression& expression, Type wanted);

    /// Binds a condition.
    NodeIndex condition(const ast::Expression& expression);

    /// Binds the value of an assignment to a column: converts and checks as the server does at run
    /// time.
    NodeIndex assignment(const ast::Expression& expression, const Column& column);

    [[nodiscard]] Type type_of(NodeIndex node) const { return code_.nodes[node].type; }
    /// True once a value of the table's identity column was used other than as an ORDER BY.
    [[nodiscard]] bool reads_identity() const { return reads_identity_; }

private:
    NodeIndex visit(const ast::Expression& expression);
    NodeIndex column(const std::string& name);
    NodeIndex parameter(std::int64_t number);
    NodeIndex operation(const ast::Expression& expression);
    NodeIndex arithmetic(const std::string& symbol, NodeIndex left, NodeIndex right);
    NodeIndex logic(const ast::Expression& expression);
    NodeIndex cast(const ast::Expression& expression);
    void settle(NodeIndex node, Type type);
    NodeIndex push(Node node);
    [[noreturn]] void refuse_types(std::string_view what) const;

    const Table* table_;
    Expressions& code_;
    std::vector<Type>& parameters_;
    std::string_view statement_;
    bool reads_identity_ = false;
};

}  // namespace onceproof::fake
