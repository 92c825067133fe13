#include "model/fake/sql/parse.hpp"
#include "model/fake/sql/reader.hpp"

namespace onceproof::fake {

ast::Select Reader::select(const Tree& body) const {
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
    if (body.text_of("op", "SETOP_NONE") != "SETOP_NONE") refuse("a set operation", text_);
    ast::Select result;
    if (body.contains("fromClause")) {
        if (body.at("fromClause").size() != 1) refuse("a join", text_);
        const auto& [kind, relation] = only_member(body.at("fromClause").at(0));
        if (kind != "RangeVar") refuse(kind, text_);
        result.table = table_name(relation);
    }
    result.targets = targets(body, "targetList");
    result.where = optional_expression(body, "whereClause");
    if (body.text_of("limitOption") == "LIMIT_OPTION_WITH_TIES") refuse("WITH TIES", text_);
    result.limit = optional_expression(body, "limitCount");
    if (body.contains("sortClause")) {
        for (const Tree& node : body.at("sortClause").elements())
            result.order.push_back(order(node));
    }
    if (body.contains("lockingClause")) locking(body.at("lockingClause"), result);
    return result;
}

ast::Order Reader::order(const Tree& node) const {
    const Tree& body = node.at("SortBy");
    expect(body, "ORDER BY", {"node", "sortby_dir", "sortby_nulls"});
    ast::Order result;
    result.value = expression(body.at("node"));
    result.descending = body.text_of("sortby_dir") == "SORTBY_DESC";
    const std::string nulls = body.text_of("sortby_nulls", "SORTBY_NULLS_DEFAULT");
    result.nulls_first =
        nulls == "SORTBY_NULLS_FIRST" || (nulls == "SORTBY_NULLS_DEFAULT" && result.descending);
    return result;
}

void Reader::locking(const Tree& clauses, ast::Select& result) const {
    if (clauses.size() != 1) refuse("several locking clauses", text_);
    const Tree& body = clauses.at(0).at("LockingClause");
    expect(body, "a locking clause", {"strength", "waitPolicy"});
    const std::string strength = body.text_of("strength");
    if (strength == "LCS_FORKEYSHARE") refuse("FOR KEY SHARE", text_);
    // FOR UPDATE and FOR NO KEY UPDATE differ only against FOR KEY SHARE, which nobody can take
    // here.
    result.lock = strength == "LCS_FORSHARE" ? ast::RowLock::share : ast::RowLock::exclusive;
    const std::string policy = body.text_of("waitPolicy", "LockWaitBlock");
    result.policy = policy == "LockWaitError"  ? ast::LockPolicy::fail
                    : policy == "LockWaitSkip" ? ast::LockPolicy::skip
                                               : ast::LockPolicy::wait;
}

ast::Insert Reader::insert(const Tree& body) const {
    expect(
        body,
        "INSERT",
        {"relation", "cols", "selectStmt", "onConflictClause", "returningList", "override"}
    );
    if (body.text_of("override", "OVERRIDING_NOT_SET") != "OVERRIDING_NOT_SET") {
        refuse("OVERRIDING", text_);
    }
    ast::Insert result;
    result.table = table_name(body.at("relation"));
    if (body.contains("cols")) {
        for (const Tree& node : body.at("cols").elements()) {
            expect(node.at("ResTarget"), "a column of INSERT", {"name"});
            result.columns.push_back(node.at("ResTarget").text_of("name"));
        }
    }
    result.rows = values(body);
    if (body.contains("onConflictClause")) on_conflict(body.at("onConflictClause"), result);
    result.returning = targets(body, "returningList");
    return result;
}

std::vector<std::vector<ast::Expression>> Reader::values(const Tree& body) const {
    if (!body.contains("selectStmt")) refuse("DEFAULT VALUES", text_);
    const Tree& source = body.at("selectStmt").at("SelectStmt");
    if (!source.contains("valuesLists")) refuse("INSERT without VALUES", text_);
    expect(source, "VALUES", {"valuesLists", "limitOption", "op"});
    std::vector<std::vector<ast::Expression>> result;
    for (const Tree& list : source.at("valuesLists").elements()) {
        result.emplace_back();
        for (const Tree& item : list.at("List").at("items").elements()) {
            result.back().push_back(expression(item));
        }
    }
    return result;
}

void Reader::on_conflict(const Tree& body, ast::Insert& result) const {
    if (body.text_of("action") != "ONCONFLICT_NOTHING") refuse("ON CONFLICT DO UPDATE", text_);
    expect(body, "ON CONFLICT", {"action", "infer"});
    result.do_nothing = true;
    if (!body.contains("infer")) return;
    expect(body.at("infer"), "ON CONFLICT", {"indexElems"});
    for (const Tree& node : body.at("infer").at("indexElems").elements()) {
        const Tree& element = node.at("IndexElem");
        expect(element, "ON CONFLICT", {"name", "ordering", "nulls_ordering"});
        result.arbiter.push_back(element.text_of("name"));
    }
}

ast::Update Reader::update(const Tree& body) const {
    expect(body, "UPDATE", {"relation", "targetList", "whereClause", "returningList"});
    ast::Update result;
    result.table = table_name(body.at("relation"));
    result.assignments = targets(body, "targetList");
    result.where = optional_expression(body, "whereClause");
    result.returning = targets(body, "returningList");
    return result;
}

ast::Delete Reader::remove(const Tree& body) const {
    expect(body, "DELETE", {"relation", "whereClause", "returningList"});
    return {
        table_name(body.at("relation")),
        optional_expression(body, "whereClause"),
        targets(body, "returningList")};
}

}  // namespace onceproof::fake
