#include <algorithm>

#include <fmt/format.h>

#include "model/fake/sql/bind.hpp"
#include "model/fake/sql/layout.hpp"
#include "model/fake/sql/parse.hpp"

namespace onceproof::fake {

namespace {

constexpr std::size_t tables_max = 64;  // a transaction's tables are bits of one word

template <class Named>
std::optional<std::size_t> position_of(const std::vector<Named>& list, std::string_view name) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].name == name) return i;
    }
    return std::nullopt;
}

void add_keys(const ast::CreateTable& source, Table& table, std::string_view text) {
    // The server checks the primary key first, then the others in order of appearance.
    std::vector<ast::Key> keys = source.keys;
    std::stable_partition(keys.begin(), keys.end(), [](const ast::Key& key) {
        return key.primary;
    });
    for (const ast::Key& key : keys) {
        Key positions;
        for (const std::string& name : key.columns) {
            const auto position = table.find(name);
            if (!position) refuse(fmt::format("a key on the unknown column {}", name), text);
            if (key.primary) table.columns[*position].not_null = true;
            positions.push_back(*position);
        }
        table.keys.push_back(std::move(positions));
    }
    const bool primary = !keys.empty() && keys.front().primary;
    if (table.identity) table.order.push_back(*table.identity);
    if (primary) table.order.insert(table.order.end(), table.keys[0].begin(), table.keys[0].end());
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        table.order.push_back(i);
}

Table make_table(const ast::CreateTable& source, std::string_view text) {
    Table table;
    table.name = source.table;
    for (const ast::Column& column : source.columns) {
        if (table.find(column.name)) refuse("a column named twice", text);
        const ColumnType type = resolve(column.type, text);
        if (type.type == Type::interval) refuse("a column of type interval", text);
        Column made{column.name, type.type, type.length_max, column.not_null, column.identity, {}};
        if (column.identity) {
            if (table.identity || !is_integer(type.type)) refuse("this identity column", text);
            table.identity = table.columns.size();
        }
        if (column.default_value) {
            std::vector<Type> parameters;
            Binder binder(nullptr, table.defaults, parameters, text);
            made.default_value = binder.assignment(*column.default_value, made);
            if (!parameters.empty()) refuse("a parameter in a default", text);
        }
        table.columns.push_back(std::move(made));
    }
    add_keys(source, table, text);
    return table;
}

}  // namespace

std::optional<std::size_t> Table::find(std::string_view column) const {
    return position_of(columns, column);
}

std::optional<std::size_t> Schema::find(std::string_view table) const {
    return position_of(tables, table);
}

SchemaPtr compile_schema(std::string_view text) {
    auto* const schema = new Schema;
    SchemaPtr result(schema);
    schema->text = text;
    const std::vector<ast::Statement> statements = parse(text);
    // A table's default expressions point into the table's own texts: it must not be copied by
    // growth.
    schema->tables.reserve(statements.size());
    for (const ast::Statement& statement : statements) {
        const auto* const create = std::get_if<ast::CreateTable>(&statement);
        if (create == nullptr) refuse("a schema statement other than CREATE TABLE", text);
        if (schema->find(create->table)) refuse("a table named twice", text);
        schema->tables.push_back(make_table(*create, text));
    }
    if (schema->tables.size() > tables_max) refuse("more than 64 tables", text);
    return result;
}

void SchemaDeleter::operator()(const Schema* schema) const {
    delete schema;
}

}  // namespace onceproof::fake
