#include "model/fake/sql/reader.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "model/fake/sql/parse.hpp"

namespace onceproof::fake {

using ast::Kind;

ast::Statement Reader::statement(const Tree& node) const {
    const auto& [name, body] = only_member(node);
    if (name == "SelectStmt") return select(body);
    if (name == "InsertStmt") return insert(body);
    if (name == "UpdateStmt") return update(body);
    if (name == "DeleteStmt") return remove(body);
    if (name == "CreateStmt") return create(body);
    refuse(name, text_);
}

std::pair<std::string, const Tree&> Reader::only_member(const Tree& node) const {
    if (node.size() != 1) refuse("a node of unknown form", text_);
    return {node.names().front(), node.elements().front()};
}

void Reader::expect(
    const Tree& node, std::string_view what, std::initializer_list<std::string_view> known
) const {
    for (const std::string& name : node.names()) {
        bool found = name == "location";
        for (const std::string_view candidate : known)
            found = found || candidate == name;
        if (!found) refuse(fmt::format("{} with {}", what, name), text_);
    }
}

std::string Reader::string_of(const Tree& node) {
    return node.at("String").text_of("sval");
}

std::vector<std::string> Reader::names(const Tree& list) const {
    std::vector<std::string> result;
    for (const Tree& name : list.elements())
        result.push_back(string_of(name));
    return result;
}

std::string Reader::table_name(const Tree& relation) const {
    expect(relation, "a table", {"relname", "inh", "relpersistence"});
    if (relation.text_of("relpersistence", "p") != "p") refuse("a temporary table", text_);
    return relation.text_of("relname");
}

ast::TypeName Reader::type_name(const Tree& node) const {
    expect(node, "a type", {"names", "typemod", "typmods"});
    ast::TypeName result{string_of(node.at("names").elements().back()), std::nullopt};
    if (node.contains("typmods")) {
        if (node.at("typmods").size() != 1) refuse("a type with several modifiers", text_);
        result.length = constant(node.at("typmods").at(0).at("A_Const")).number;
    }
    return result;
}

ast::Expression Reader::constant(const Tree& body) const {
    ast::Expression result;
    if (body.contains("isnull")) return result;
    if (body.contains("ival")) {
        result.kind = Kind::integer;
        result.number = body.at("ival").contains("ival") ? body.at("ival").number_of("ival")
                                                         : unprinted_integer(body);
    } else if (body.contains("boolval")) {
        result.kind = Kind::boolean;
        result.number = body.at("boolval").is_set("boolval") ? 1 : 0;
    } else if (body.contains("sval")) {
        result.kind = Kind::string;
        result.text = body.at("sval").text_of("sval");
    } else if (body.contains("fval")) {
        result.kind = Kind::integer;
        result.number = big_integer(body.at("fval").text_of("fval"));
    } else {
        refuse("a literal of this kind", text_);
    }
    return result;
}

std::int64_t Reader::unprinted_integer(const Tree& body) const {
    const std::string_view literal =
        text_.substr(static_cast<std::size_t>(body.number_of("location")));
    const std::size_t begin = literal.find_first_not_of("-( \n");
    if (begin == std::string_view::npos) refuse("a number of unknown form", text_);
    const std::string_view signs = literal.substr(0, begin);
    const std::size_t end = literal.find_first_not_of("0123456789", begin);
    const std::int64_t number = big_integer(std::string(literal.substr(begin, end - begin)));
    return std::count(signs.begin(), signs.end(), '-') % 2 == 0 ? number : -number;
}

std::int64_t Reader::big_integer(const std::string& digits) const {
    if (digits.starts_with('-')) return -big_integer(digits.substr(1));
    if (digits.empty()) refuse("a number of unknown form", text_);
    std::int64_t result = 0;
    for (const char digit : digits) {
        const std::int64_t value = digit - '0';
        const bool fits = digit >= '0' && digit <= '9' &&
                          result <= (std::numeric_limits<std::int64_t>::max() - value) / 10;
        if (!fits) refuse(fmt::format("the number {}", digits), text_);
        result = result * 10 + value;
    }
    return result;
}

ast::Expression Reader::expression(const Tree& node) const {
    const auto& [name, body] = only_member(node);
    ast::Expression result;
    if (name == "A_Const") return constant(body);
    if (name == "ColumnRef") return column(body);
    if (name == "A_Expr") return operation(body);
    if (name == "BoolExpr") return logic(body);
    if (name == "FuncCall") return call(body);
    if (name == "ParamRef") {
        result.kind = Kind::parameter;
        result.number = body.number_of("number");
        return result;
    }
    if (name == "NullTest") {
        expect(body, "a null test", {"arg", "nulltesttype"});
        result.kind = body.text_of("nulltesttype") == "IS_NULL" ? Kind::is_null : Kind::is_not_null;
        result.children.push_back(expression(body.at("arg")));
        return result;
    }
    if (name == "TypeCast") {
        result.kind = Kind::cast;
        result.type = type_name(body.at("typeName"));
        result.children.push_back(expression(body.at("arg")));
        return result;
    }
    if (name == "SQLValueFunction" && body.text_of("op") == "SVFOP_CURRENT_TIMESTAMP") {
        result.kind = Kind::transaction_now;
        return result;
    }
    if (name == "SetToDefault") {
        result.kind = Kind::default_value;
        return result;
    }
    refuse(name, text_);
}

ast::Expression Reader::column(const Tree& body) const {
    const Tree& fields = body.at("fields");
    if (fields.size() != 1) refuse("a qualified column name", text_);
    ast::Expression result;
    if (fields.at(0).contains("A_Star")) {
        result.kind = Kind::star;
    } else {
        result.kind = Kind::column;
        result.text = string_of(fields.at(0));
    }
    return result;
}

ast::Expression Reader::call(const Tree& body) const {
    const std::string name = string_of(body.at("funcname").elements().back());
    ast::Expression result;
    if (name == "count" && body.is_set("agg_star")) {
        result.kind = Kind::count;
    } else if (name == "now") {
        result.kind = Kind::transaction_now;
    } else if (name == "clock_timestamp") {
        result.kind = Kind::statement_now;
    } else {
        refuse(fmt::format("the function {}", name), text_);
    }
    expect(body, fmt::format("the call of {}", name), {"funcname", "funcformat", "agg_star"});
    return result;
}

ast::Expression Reader::operation(const Tree& body) const {
    const std::string kind = body.text_of("kind");
    const std::string symbol = string_of(body.at("name").at(0));
    if (kind == "AEXPR_IN") return one_of(body, symbol == "<>");
    if (kind != "AEXPR_OP") refuse(kind, text_);
    ast::Expression result;
    result.kind = Kind::operation;
    result.text = symbol;
    if (body.contains("lexpr")) result.children.push_back(expression(body.at("lexpr")));
    result.children.push_back(expression(body.at("rexpr")));
    return result;
}

ast::Expression Reader::one_of(const Tree& body, bool negated) const {
    ast::Expression result;
    result.kind = negated ? Kind::all_of : Kind::any_of;
    if (!body.at("rexpr").contains("List")) refuse("IN over something that is no list", text_);
    for (const Tree& item : body.at("rexpr").at("List").at("items").elements()) {
        ast::Expression equal;
        equal.kind = Kind::operation;
        equal.text = negated ? "<>" : "=";
        equal.children.push_back(expression(body.at("lexpr")));
        equal.children.push_back(expression(item));
        result.children.push_back(std::move(equal));
    }
    return result;
}

ast::Expression Reader::logic(const Tree& body) const {
    const std::string kind = body.text_of("boolop");
    ast::Expression result;
    result.kind = kind == "AND_EXPR"  ? Kind::all_of
                  : kind == "OR_EXPR" ? Kind::any_of
                                      : Kind::negation;
    for (const Tree& part : body.at("args").elements())
        result.children.push_back(expression(part));
    return result;
}

std::vector<ast::Target> Reader::targets(const Tree& owner, const char* member) const {
    std::vector<ast::Target> result;
    if (!owner.contains(member)) return result;
    for (const Tree& node : owner.at(member).elements()) {
        const Tree& body = node.at("ResTarget");
        expect(body, "an output column", {"name", "val"});
        result.push_back({expression(body.at("val")), body.text_of("name")});
    }
    return result;
}

std::optional<ast::Expression> Reader::optional_expression(const Tree& owner, const char* member)
    const {
    if (!owner.contains(member)) return std::nullopt;
    return expression(owner.at(member));
}

}  // namespace onceproof::fake
