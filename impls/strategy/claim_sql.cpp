#include "impls/strategy/claim_sql.hpp"

#include <chrono>
#include <ratio>

namespace onceproof::strategy {
namespace {

using Days = std::chrono::duration<std::int64_t, std::ratio<86400>>;

std::string text(std::string_view part) {
    return std::string(part);
}

/// "key = $n", and the scope where the key alone is not unique.
std::string where_key(const GuardTable& table, std::string_view parameter) {
    const std::string scope = table.scope_is_unique ? text(table.scope) + " = 'pay' AND " : "";
    return " WHERE " + scope + text(table.key) + " = " + text(parameter);
}

}  // namespace

std::string seconds_sql(Duration span) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(span).count();
    return "interval '" + std::to_string(seconds) + " seconds'";
}

std::string days_sql(Duration span) {
    return "interval '" + std::to_string(std::chrono::ceil<Days>(span).count()) + " days'";
}

ClaimSql claim_sql(const GuardTable& table, Duration lease, Duration retention) {
    const std::string name = text(table.name);
    const std::string insert = "INSERT INTO " + name + " (" + text(table.key) + ", " +
                               text(table.scope) + ", payload_hash, status, ";
    const std::string end = "now() + " + seconds_sql(lease);
    const std::string touch = table.touched.empty() ? "" : ", " + text(table.touched) + " = now()";
    return {
        .insert_done = insert + text(table.result) + ") VALUES ($1, $2, $3, $4, $5)",
        .stored =
            "SELECT payload_hash, " + text(table.result) + " FROM " + name + where_key(table, "$1"),
        .claim = insert + "owner, " + text(table.lease_end) + ") VALUES ($1, $2, $3, 0, $4, " +
                 end + ") ON CONFLICT (" + text(table.unique) + ") DO NOTHING RETURNING id",
        .look = "SELECT payload_hash, status, " + text(table.result) + " FROM " + name +
                where_key(table, "$1"),
        .take_over = "UPDATE " + name + " SET owner = $1, " + text(table.lease_end) + " = " + end +
                     touch + where_key(table, "$2") + " AND status = 0 AND " +
                     text(table.lease_end) + " <= now()",
        .release =
            "DELETE FROM " + name + where_key(table, "$1") + " AND owner = $2 AND status = 0",
        .finish = "UPDATE " + name + " SET status = 1, " + text(table.result) + " = $1" + touch +
                  where_key(table, "$2") + " AND status <> 1",
        .sweep = "DELETE FROM " + name + " WHERE " + text(table.created) + " < now() - " +
                 days_sql(retention)};
}

}  // namespace onceproof::strategy
