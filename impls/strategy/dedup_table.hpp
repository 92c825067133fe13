#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"
#include "model/port/sql.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// How the published code comes to its claim.
enum class TableClaim : std::uint8_t {
    look_then_insert,  ///< the article's look-up before the insert
    insert_then_read,  ///< the same, and a duplicate key is looked up in the same transaction
    insert_first,      ///< hardened: the insert decides who works
};

/// How a table-based strategy uses its table.
struct TableOptions {
    Effect effect = Effect::external;
    Isolation isolation = Isolation::read_committed;
    bool proxy =
        true;  ///< one transaction around the handler; otherwise every statement commits by itself
    TableClaim claim = TableClaim::look_then_insert;
    bool separate_catch = false;  ///< a failed finish is no failure of the work
    bool tries_claim = false;     ///< the `try` begins before the look-up, not before the effect
    ClaimOptions guard = {};      ///< hardened
};

/// The table's columns, as the hardened forms use them.
inline constexpr GuardTable dedup_guard{
    .name = "idempotent_duplicate",
    .key = "request_id",
    .scope = "request_type",
    .unique = "request_id",
    .result = "result",
    .lease_end = "lease_until",
    .created = "create_time",
    .touched = "update_time"};

/// The table's options in the catalog, and what they say.
std::vector<OptionInfo> table_option_infos();
TableOptions table_options(const Options& options, Effect effect);

/// Sets a row's status and result, whoever it belongs to, as the article's code does.
Result<Rows> set_status(
    SqlSession& session, const Request& request, std::int64_t status, std::string_view result
);

/// What the article's `catch` does: the row is marked failed, whoever it belongs to, and the error
/// is thrown on, or the one that marking it meets.
Error mark_failed(SqlSession& session, const Request& request, Error error);

/// The article's body: look the key up, insert or reset it to pending, make the effect, mark it
/// done (or failed). An error is what the published code would throw.
Result<Reply> look_then_insert(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
);

/// What the transactional proxy does around a handler: begin, run, commit; roll back what threw.
template <class Body>
Result<Reply> transactional(Isolation isolation, SqlSession& session, const Body& body) {
    session.begin(isolation);
    Result<Reply> reply = body();
    if (!reply.ok()) {
        // The rollback's own failure changes nothing: the server has rolled back already.
        static_cast<void>(session.rollback());
        return reply;
    }
    const Result<Done> committed = session.commit();
    if (!committed.ok()) {
        return committed.error();
    }
    return reply;
}

/// The same, unless the strategy does without the proxy.
template <class Body>
Result<Reply> in_proxy(const TableOptions& options, SqlSession& session, const Body& body) {
    return options.proxy ? transactional(options.isolation, session, body) : body();
}

/// A table with one row per request key and its status (article A, section 2; schema
/// dedup_table.sql; needs sql).
///
/// Claim: the unique index keeps data from being repeated. Gap: an outside effect precedes the
/// commit, and the loser of a race gets an error.
class DedupTable final : public Strategy {
public:
    explicit DedupTable(const TableOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    TableOptions options_;
};

Info dedup_table_info();

}  // namespace onceproof::strategy
