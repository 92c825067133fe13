#include "model/fake/sql/parse.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <pg_query.h>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "model/fake/plan.hpp"
#include "model/fake/sql/reader.hpp"

namespace onceproof::fake {

namespace {

using nlohmann::json;

Tree tree_of(const json& node) {
    if (node.is_string()) return Tree(node.get<std::string>());
    if (!node.is_structured()) return Tree(node.dump());
    Tree result;
    for (const auto& [name, value] : node.items()) {
        result.add(node.is_object() ? name : std::string(), tree_of(value));
    }
    return result;
}

struct ResultDeleter {
    void operator()(PgQueryParseResult* result) const { pg_query_free_parse_result(*result); }
};

}  // namespace

void refuse(std::string_view construct, std::string_view text) {
    throw UnsupportedSql(fmt::format("unsupported SQL: {} in: {}", construct, text));
}

std::vector<ast::Statement> parse(std::string_view text) {
    PgQueryParseResult result = pg_query_parse(std::string(text).c_str());
    const std::unique_ptr<PgQueryParseResult, ResultDeleter> guard(&result);
    if (result.error != nullptr) refuse(result.error->message, text);
    const Tree tree = tree_of(json::parse(result.parse_tree));
    const Reader reader(text);
    std::vector<ast::Statement> statements;
    if (!tree.contains("stmts")) return statements;
    try {
        for (const Tree& node : tree.at("stmts").elements()) {
            statements.push_back(reader.statement(node.at("stmt")));
        }
    } catch (const std::out_of_range& problem) {
        refuse(problem.what(), text);
    }
    return statements;
}

}  // namespace onceproof::fake
