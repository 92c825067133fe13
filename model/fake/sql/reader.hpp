#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/fake/sql/ast.hpp"
#include "model/fake/sql/tree.hpp"

namespace onceproof::fake {

/// Turns what the parser says about a text into `ast`. Throws UnsupportedSql for what the fake does
/// not have.
class Reader {
public:
    /// `text` is what was parsed; it must outlive the reader.
    explicit Reader(std::string_view text) : text_(text) {}

    /// One statement: an object with one member, named for the verb.
    ast::Statement statement(const Tree& node) const;

private:
    /// The one member of a node that is tagged with its type.
    std::pair<std::string, const Tree&> only_member(const Tree& node) const;
    /// Refuses a node that has anything beside `known`: what is not understood must not be ignored.
    void expect(
        const Tree& node, std::string_view what, std::initializer_list<std::string_view> known
    ) const;
    static std::string string_of(const Tree& node);
    std::vector<std::string> names(const Tree& list) const;
    std::string table_name(const Tree& relation) const;
    ast::TypeName type_name(const Tree& node) const;
    ast::Expression constant(const Tree& body) const;
    /// libpg_query 15-4.0.0 prints neither 0 nor negative integers; the text has them.
    std::int64_t unprinted_integer(const Tree& body) const;
    std::int64_t big_integer(const std::string& digits) const;
    ast::Expression expression(const Tree& node) const;
    ast::Expression column(const Tree& body) const;
    ast::Expression call(const Tree& body) const;
    ast::Expression operation(const Tree& body) const;
    /// `x IN (a, b)` is by definition `x = a OR x = b`; NOT IN is `x <> a AND x <> b`.
    ast::Expression one_of(const Tree& body, bool negated) const;
    ast::Expression logic(const Tree& body) const;
    std::vector<ast::Target> targets(const Tree& owner, const char* member) const;
    std::optional<ast::Expression> optional_expression(const Tree& owner, const char* member) const;

    ast::Select select(const Tree& body) const;
    ast::Order order(const Tree& node) const;
    void locking(const Tree& clauses, ast::Select& result) const;
    ast::Insert insert(const Tree& body) const;
    std::vector<std::vector<ast::Expression>> values(const Tree& body) const;
    void on_conflict(const Tree& body, ast::Insert& result) const;
    ast::Update update(const Tree& body) const;
    ast::Delete remove(const Tree& body) const;

    ast::CreateTable create(const Tree& body) const;
    void add_column(const Tree& body, ast::CreateTable& table) const;
    ast::Key key(const Tree& body, const std::string& column) const;

    std::string_view text_;
};

}  // namespace onceproof::fake
