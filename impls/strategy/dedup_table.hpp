#pragma once

#include <string>

#include "model/port/sql.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// The two statements that carry a claim's lease, which is on the database's clock.
struct LeaseSql {
    std::string insert;     ///< the claim, unless a row exists
    std::string take_over;  ///< of a claim whose lease has ended
};

/// For a lease of that length, rounded up to whole seconds.
LeaseSql lease_sql(Duration lease);

/// How a table-based strategy uses its table.
struct TableOptions {
    Effect effect = Effect::external;
    Isolation isolation = Isolation::read_committed;
    bool proxy =
        true;  ///< one transaction around the handler; otherwise every statement commits by itself
    bool insert_first =
        false;       ///< hardened: the insert decides who works; otherwise look, then insert
    LeaseSql lease;  ///< hardened, outside effects
};

/// The article's body: look the key up, insert or reset it to pending, make the effect, mark it
/// done (or failed). An error is what the published code would throw.
Result<Reply> look_then_insert(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
);

/// What the transactional proxy does around a handler: begin, run, commit; roll back what threw.
template <class Body>
Result<Reply> in_proxy(const TableOptions& options, SqlSession& session, const Body& body) {
    if (!options.proxy) {
        return body();
    }
    session.begin(options.isolation);
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

/// The hardened body for the given effect: claim_in_transaction or claim_with_lease.
Reply insert_first(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
);

/// Deletes rows that are older than 30 days, as the article advises.
void sweep_table(Env& env);

/// A table with one row per request key and its status (article A, section 2).
class DedupTable final : public Strategy {
public:
    explicit DedupTable(const TableOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    TableOptions options_;
};

}  // namespace onceproof::strategy
