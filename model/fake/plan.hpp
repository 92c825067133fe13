#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onceproof::fake {

/// A statement or schema that the fake does not support, or that does not fit the schema: a
/// programmer error of the strategy's author, found when the text is first seen. `what()` names the
/// construct and the text.
class UnsupportedSql : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// The verb of a statement, for traces and fault filters.
enum class Verb : unsigned char {
    select,
    insert,
    update,
    remove
};

struct Schema;
struct Plan;

struct SchemaDeleter {
    void operator()(const Schema* schema) const;
};
struct PlanDeleter {
    void operator()(const Plan* plan) const;
};
using SchemaPtr = std::unique_ptr<const Schema, SchemaDeleter>;
using PlanPtr = std::unique_ptr<const Plan, PlanDeleter>;

/// Compiles `CREATE TABLE` statements (PostgreSQL text). Throws UnsupportedSql.
SchemaPtr compile_schema(std::string_view text);

/// Compiles one statement against a schema, which must outlive the plan. Throws UnsupportedSql.
PlanPtr compile(const Schema& schema, std::string_view text);

Verb verb_of(const Plan& plan);

}  // namespace onceproof::fake
