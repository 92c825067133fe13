#include "model/fake/sql/parse.hpp"
#include "model/fake/sql/reader.hpp"

namespace onceproof::fake {

ast::CreateTable Reader::create(const Tree& body) const {
    expect(body, "CREATE TABLE", {"relation", "tableElts", "oncommit", "if_not_exists"});
    ast::CreateTable result;
    result.table = table_name(body.at("relation"));
    if (!body.contains("tableElts")) refuse("a table without columns", text_);
    for (const Tree& node : body.at("tableElts").elements()) {
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

void Reader::add_column(const Tree& body, ast::CreateTable& table) const {
    expect(body, "a column", {"colname", "typeName", "is_local", "constraints"});
    ast::Column column;
    column.name = body.text_of("colname");
    column.type = type_name(body.at("typeName"));
    const std::vector<Tree> none;
    for (const Tree& node :
         body.contains("constraints") ? body.at("constraints").elements() : none) {
        const Tree& constraint = node.at("Constraint");
        const std::string kind = constraint.text_of("contype");
        if (kind == "CONSTR_NOTNULL") {
            column.not_null = true;
        } else if (kind == "CONSTR_DEFAULT") {
            column.default_value = expression(constraint.at("raw_expr"));
        } else if (kind == "CONSTR_IDENTITY") {
            if (constraint.text_of("generated_when") != "a") refuse("BY DEFAULT", text_);
            expect(constraint, "identity", {"contype", "generated_when"});
            column.identity = column.not_null = true;
        } else if (kind != "CONSTR_NULL") {
            table.keys.push_back(key(constraint, column.name));
        }
    }
    table.columns.push_back(std::move(column));
}

ast::Key Reader::key(const Tree& body, const std::string& column) const {
    const std::string kind = body.text_of("contype");
    if (kind != "CONSTR_PRIMARY" && kind != "CONSTR_UNIQUE") refuse(kind, text_);
    expect(body, "a key", {"contype", "conname", "keys"});
    ast::Key result;
    result.primary = kind == "CONSTR_PRIMARY";
    result.columns = column.empty() ? names(body.at("keys")) : std::vector{column};
    return result;
}

}  // namespace onceproof::fake
