#include "model/fake/sql/parse.hpp"

#include <initializer_list>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <pg_query.h>
#include <utility>

#include <fmt/format.h>

#include "model/fake/plan.hpp"

namespace onceproof::fake {

void refuse(std::string_view construct, std::string_view text) {
    throw UnsupportedSql(fmt::format("unsupported SQL: {} in: {}", construct, text));
}

namespace {

using ast::Kind;
using nlohmann::json;

/// Turns the parser's JSON into `ast`. Members that have their default value are absent from the
/// JSON.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    ast::Statement statement(const json& node) const {
        const auto& [name, body] = only_member(node);
        if (name == "SelectStmt") return select(body);
        if (name == "InsertStmt") return insert(body);
        if (name == "UpdateStmt") return update(body);
        if (name == "DeleteStmt") return remove(body);
        if (name == "CreateStmt") return create(body);
        refuse(name, text_);
    }

private:
    /// The one member of a node that is tagged with its type.
    std::pair<std::string, const json&> only_member(const json& node) const {
        if (!node.is_object() || node.size() != 1) refuse("a node of unknown form", text_);
        return {node.begin().key(), node.begin().value()};
    }

    /// Refuses a node that has anything beside `known`: what is not understood must not be ignored.
    void expect(
        const json& node, std::string_view what, std::initializer_list<std::string_view> known
    ) const {
        for (const auto& [name, value] : node.items()) {
            bool found = name == "location";
            for (const std::string_view candidate : known)
                found = found || candidate == name;
            if (!found) refuse(fmt::format("{} with {}", what, name), text_);
        }
    }

    static std::string string_of(const json& node) {
        return node.at("String").value("sval", std::string());
    }

    std::vector<std::string> names(const json& list) const {
        std::vector<std::string> result;
        for (const json& name : list)
            result.push_back(string_of(name));
        return result;
    }

    std::string table_name(const json& relation) const {
        expect(relation, "a table", {"relname", "inh", "relpersistence"});
        if (relation.value("relpersistence", "p") != "p") refuse("a temporary table", text_);
        return relation.at("relname");
    }

    ast::TypeName type_name(const json& node) const {
        expect(node, "a type", {"names", "typemod", "typmods"});
        ast::TypeName result{string_of(node.at("names").back()), std::nullopt};
        if (node.contains("typmods")) {
            if (node["typmods"].size() != 1) refuse("a type with several modifiers", text_);
            result.length = constant(node["typmods"][0].at("A_Const")).number;
        }
        return result;
    }

    ast::Expression constant(const json& body) const {
        ast::Expression result;
        if (body.contains("isnull")) return result;
        if (body.contains("ival")) {
            result.kind = Kind::integer;
            result.number = body["ival"].contains("ival") ? body["ival"]["ival"].get<std::int64_t>()
                                                          : unprinted_integer(body);
        } else if (body.contains("boolval")) {
            result.kind = Kind::boolean;
            result.number = body["boolval"].value("boolval", false) ? 1 : 0;
        } else if (body.contains("sval")) {
            result.kind = Kind::string;
            result.text = body["sval"].value("sval", std::string());
        } else if (body.contains("fval")) {
            result.kind = Kind::integer;
            result.number = big_integer(body["fval"].value("fval", std::string()));
        } else {
            refuse("a literal of this kind", text_);
        }
        return result;
    }

    /// libpg_query 15-4.0.0 prints neither 0 nor negative integers; the text has them.
    std::int64_t unprinted_integer(const json& body) const {
        const std::string_view literal = text_.substr(body.value("location", std::size_t{0}));
        if (literal.starts_with('0')) return 0;
        const std::size_t begin = literal.find_first_not_of(' ', 1);
        if (!literal.starts_with('-') || begin == std::string_view::npos) {
            refuse("a number of unknown form", text_);
        }
        const std::size_t end = literal.find_first_not_of("0123456789", begin);
        return -big_integer(std::string(literal.substr(begin, end - begin)));
    }

    std::int64_t big_integer(const std::string& digits) const {
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

    ast::Expression expression(const json& node) const {
        const auto& [name, body] = only_member(node);
        ast::Expression result;
        if (name == "A_Const") return constant(body);
        if (name == "ColumnRef") return column(body);
        if (name == "A_Expr") return operation(body);
        if (name == "BoolExpr") return logic(body);
        if (name == "FuncCall") return call(body);
        if (name == "ParamRef") {
            result.kind = Kind::parameter;
            result.number = body.value("number", std::int64_t{0});
            return result;
        }
        if (name == "NullTest") {
            expect(body, "a null test", {"arg", "nulltesttype"});
            result.kind = body.at("nulltesttype") == "IS_NULL" ? Kind::is_null : Kind::is_not_null;
            result.children.push_back(expression(body.at("arg")));
            return result;
        }
        if (name == "TypeCast") {
            result.kind = Kind::cast;
            result.type = type_name(body.at("typeName"));
            result.children.push_back(expression(body.at("arg")));
            return result;
        }
        if (name == "SQLValueFunction" && body.value("op", "") == "SVFOP_CURRENT_TIMESTAMP") {
            result.kind = Kind::transaction_now;
            return result;
        }
        if (name == "SetToDefault") {
            result.kind = Kind::default_value;
            return result;
        }
        refuse(name, text_);
    }

    ast::Expression column(const json& body) const {
        const json& fields = body.at("fields");
        if (fields.size() != 1) refuse("a qualified column name", text_);
        ast::Expression result;
        if (fields[0].contains("A_Star")) {
            result.kind = Kind::star;
        } else {
            result.kind = Kind::column;
            result.text = string_of(fields[0]);
        }
        return result;
    }

    ast::Expression call(const json& body) const {
        const std::string name = string_of(body.at("funcname").back());
        ast::Expression result;
        if (name == "count" && body.value("agg_star", false)) {
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

    ast::Expression operation(const json& body) const {
        const std::string kind = body.at("kind");
        const std::string symbol = string_of(body.at("name")[0]);
        if (kind == "AEXPR_IN") return one_of(body, symbol == "<>");
        if (kind != "AEXPR_OP") refuse(kind, text_);
        ast::Expression result;
        result.kind = Kind::operation;
        result.text = symbol;
        if (body.contains("lexpr")) result.children.push_back(expression(body["lexpr"]));
        result.children.push_back(expression(body.at("rexpr")));
        return result;
    }

    /// `x IN (a, b)` is by definition `x = a OR x = b`; NOT IN is `x <> a AND x <> b`.
    ast::Expression one_of(const json& body, bool negated) const {
        ast::Expression result;
        result.kind = negated ? Kind::all_of : Kind::any_of;
        if (!body.at("rexpr").contains("List")) refuse("IN over something that is no list", text_);
        for (const json& item : body["rexpr"]["List"].at("items")) {
            ast::Expression equal;
            equal.kind = Kind::operation;
            equal.text = negated ? "<>" : "=";
            equal.children.push_back(expression(body.at("lexpr")));
            equal.children.push_back(expression(item));
            result.children.push_back(std::move(equal));
        }
        return result;
    }

    ast::Expression logic(const json& body) const {
        const std::string kind = body.at("boolop");
        ast::Expression result;
        result.kind = kind == "AND_EXPR"  ? Kind::all_of
                      : kind == "OR_EXPR" ? Kind::any_of
                                          : Kind::negation;
        for (const json& part : body.at("args"))
            result.children.push_back(expression(part));
        return result;
    }

    std::vector<ast::Target> targets(const json& owner, const char* member) const {
        std::vector<ast::Target> result;
        if (!owner.contains(member)) return result;
        for (const json& node : owner[member]) {
            const json& body = node.at("ResTarget");
            expect(body, "an output column", {"name", "val"});
            result.push_back({expression(body.at("val")), body.value("name", std::string())});
        }
        return result;
    }

    std::optional<ast::Expression> optional_expression(const json& owner, const char* member)
        const {
        if (!owner.contains(member)) return std::nullopt;
        return expression(owner[member]);
    }

    ast::Select select(const json& body) const {
        expect(
            body,
            "SELECT",
            {"targetList",
             "fromClause",
             "whereClause",
             "sortClause",
             "limitCount",
             "limitOption",
             "lockingClause",
             "op"}
        );
        if (body.value("op", "SETOP_NONE") != "SETOP_NONE") refuse("a set operation", text_);
        ast::Select result;
        if (body.contains("fromClause")) {
            if (body["fromClause"].size() != 1) refuse("a join", text_);
            const auto& [kind, relation] = only_member(body["fromClause"][0]);
            if (kind != "RangeVar") refuse(kind, text_);
            result.table = table_name(relation);
        }
        result.targets = targets(body, "targetList");
        result.where = optional_expression(body, "whereClause");
        if (body.value("limitOption", "") == "LIMIT_OPTION_WITH_TIES") refuse("WITH TIES", text_);
        result.limit = optional_expression(body, "limitCount");
        if (body.contains("sortClause")) {
            for (const json& node : body["sortClause"])
                result.order.push_back(order(node));
        }
        if (body.contains("lockingClause")) locking(body["lockingClause"], result);
        return result;
    }

    ast::Order order(const json& node) const {
        const json& body = node.at("SortBy");
        expect(body, "ORDER BY", {"node", "sortby_dir", "sortby_nulls"});
        ast::Order result;
        result.value = expression(body.at("node"));
        result.descending = body.value("sortby_dir", "") == "SORTBY_DESC";
        const std::string nulls = body.value("sortby_nulls", "SORTBY_NULLS_DEFAULT");
        result.nulls_first =
            nulls == "SORTBY_NULLS_FIRST" || (nulls == "SORTBY_NULLS_DEFAULT" && result.descending);
        return result;
    }

    void locking(const json& clauses, ast::Select& result) const {
        if (clauses.size() != 1) refuse("several locking clauses", text_);
        const json& body = clauses[0].at("LockingClause");
        expect(body, "a locking clause", {"strength", "waitPolicy"});
        const std::string strength = body.at("strength");
        if (strength == "LCS_FORKEYSHARE") refuse("FOR KEY SHARE", text_);
        // FOR UPDATE and FOR NO KEY UPDATE differ only against FOR KEY SHARE, which nobody can take
        // here.
        result.lock = strength == "LCS_FORSHARE" ? ast::RowLock::share : ast::RowLock::exclusive;
        const std::string policy = body.value("waitPolicy", "LockWaitBlock");
        result.policy = policy == "LockWaitError"  ? ast::LockPolicy::fail
                        : policy == "LockWaitSkip" ? ast::LockPolicy::skip
                                                   : ast::LockPolicy::wait;
    }

    ast::Insert insert(const json& body) const {
        expect(
            body,
            "INSERT",
            {"relation", "cols", "selectStmt", "onConflictClause", "returningList", "override"}
        );
        if (body.value("override", "OVERRIDING_NOT_SET") != "OVERRIDING_NOT_SET") {
            refuse("OVERRIDING", text_);
        }
        ast::Insert result;
        result.table = table_name(body.at("relation"));
        if (body.contains("cols")) {
            for (const json& node : body["cols"]) {
                expect(node.at("ResTarget"), "a column of INSERT", {"name"});
                result.columns.push_back(node["ResTarget"].at("name"));
            }
        }
        result.rows = values(body);
        if (body.contains("onConflictClause")) on_conflict(body["onConflictClause"], result);
        result.returning = targets(body, "returningList");
        return result;
    }

    std::vector<std::vector<ast::Expression>> values(const json& body) const {
        if (!body.contains("selectStmt")) refuse("DEFAULT VALUES", text_);
        const json& source = body["selectStmt"].at("SelectStmt");
        if (!source.contains("valuesLists")) refuse("INSERT without VALUES", text_);
        expect(source, "VALUES", {"valuesLists", "limitOption", "op"});
        std::vector<std::vector<ast::Expression>> result;
        for (const json& list : source["valuesLists"]) {
            result.emplace_back();
            for (const json& item : list.at("List").at("items")) {
                result.back().push_back(expression(item));
            }
        }
        return result;
    }

    void on_conflict(const json& body, ast::Insert& result) const {
        if (body.at("action") != "ONCONFLICT_NOTHING") refuse("ON CONFLICT DO UPDATE", text_);
        expect(body, "ON CONFLICT", {"action", "infer"});
        result.do_nothing = true;
        if (!body.contains("infer")) return;
        expect(body["infer"], "ON CONFLICT", {"indexElems"});
        for (const json& node : body["infer"].at("indexElems")) {
            const json& element = node.at("IndexElem");
            expect(element, "ON CONFLICT", {"name", "ordering", "nulls_ordering"});
            result.arbiter.push_back(element.at("name"));
        }
    }

    ast::Update update(const json& body) const {
        expect(body, "UPDATE", {"relation", "targetList", "whereClause", "returningList"});
        ast::Update result;
        result.table = table_name(body.at("relation"));
        result.assignments = targets(body, "targetList");
        result.where = optional_expression(body, "whereClause");
        result.returning = targets(body, "returningList");
        return result;
    }

    ast::Delete remove(const json& body) const {
        expect(body, "DELETE", {"relation", "whereClause", "returningList"});
        return {
            table_name(body.at("relation")),
            optional_expression(body, "whereClause"),
            targets(body, "returningList")};
    }

    ast::CreateTable create(const json& body) const {
        expect(body, "CREATE TABLE", {"relation", "tableElts", "oncommit", "if_not_exists"});
        ast::CreateTable result;
        result.table = table_name(body.at("relation"));
        if (!body.contains("tableElts")) refuse("a table without columns", text_);
        for (const json& node : body["tableElts"]) {
            const auto& [kind, element] = only_member(node);
            if (kind == "ColumnDef") {
                add_column(element, result);
            } else if (kind == "Constraint") {
                result.keys.push_back(key(element, {}));
            } else {
                refuse(kind, text_);
            }
        }
        return result;
    }

    void add_column(const json& body, ast::CreateTable& table) const {
        expect(body, "a column", {"colname", "typeName", "is_local", "constraints"});
        ast::Column column;
        column.name = body.at("colname");
        column.type = type_name(body.at("typeName"));
        for (const json& node : body.value("constraints", json::array())) {
            const json& constraint = node.at("Constraint");
            const std::string kind = constraint.at("contype");
            if (kind == "CONSTR_NOTNULL") {
                column.not_null = true;
            } else if (kind == "CONSTR_DEFAULT") {
                column.default_value = expression(constraint.at("raw_expr"));
            } else if (kind == "CONSTR_IDENTITY") {
                if (constraint.value("generated_when", "") != "a") refuse("BY DEFAULT", text_);
                expect(constraint, "identity", {"contype", "generated_when"});
                column.identity = column.not_null = true;
            } else if (kind != "CONSTR_NULL") {
                table.keys.push_back(key(constraint, column.name));
            }
        }
        table.columns.push_back(std::move(column));
    }

    ast::Key key(const json& body, const std::string& column) const {
        const std::string kind = body.at("contype");
        if (kind != "CONSTR_PRIMARY" && kind != "CONSTR_UNIQUE") refuse(kind, text_);
        expect(body, "a key", {"contype", "conname", "keys"});
        ast::Key result;
        result.primary = kind == "CONSTR_PRIMARY";
        result.columns = column.empty() ? names(body.at("keys")) : std::vector{column};
        return result;
    }

    std::string_view text_;
};

struct ResultDeleter {
    void operator()(PgQueryParseResult* result) const { pg_query_free_parse_result(*result); }
};

}  // namespace

std::vector<ast::Statement> parse(std::string_view text) {
    PgQueryParseResult result = pg_query_parse(std::string(text).c_str());
    const std::unique_ptr<PgQueryParseResult, ResultDeleter> guard(&result);
    if (result.error != nullptr) refuse(result.error->message, text);
    const Reader reader(text);
    std::vector<ast::Statement> statements;
    try {
        const json tree = json::parse(result.parse_tree);
        for (const json& node : tree.value("stmts", json::array())) {
            statements.push_back(reader.statement(node.at("stmt")));
        }
    } catch (const json::exception& problem) {
        refuse(problem.what(), text);
    }
    return statements;
}

}  // namespace onceproof::fake
