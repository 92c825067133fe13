#include "impls/backend/mariadb_literal.hpp"

#include "impls/backend/mariadb_text.hpp"
#include "impls/backend/postgres_values.hpp"

namespace onceproof::backend {

namespace {

std::string quoted(std::string_view text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\'') result += letter;
        result += letter;
    }
    return result + "'";
}

std::string literal(const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) return "NULL";
    std::string text = text_of(value);
    if (std::holds_alternative<std::int64_t>(value)) return text;
    if (std::holds_alternative<std::string>(value)) return quoted(text);
    return "TIMESTAMP'" + text.substr(0, text.size() - 3) + "'";  // without the zone
}

}  // namespace

std::string mariadb_statement(std::string_view text, std::span<const Value> parameters) {
    const MariadbText own = mariadb_text(text);
    std::string result;
    std::size_t next = 0;
    for (const char letter : own.text) {
        if (letter == '?') {
            result += literal(parameters[own.order.at(next++)]);
        } else {
            result += letter;
        }
    }
    return result;
}

}  // namespace onceproof::backend
