#pragma once

#include "impls/strategy/dedup_table.hpp"

namespace onceproof::strategy {

/// For an effect in the same database: the claim, the result and the effect are one transaction,
/// insert first. A unique violation means that somebody has committed: leave the transaction, read
/// the row in a new one, compare the payload, return the stored result. Transactions that lose to
/// another are run again.
///
/// Stays open: an acknowledged commit that the database later loses; a retry after the retention
/// time.
Reply claim_in_transaction(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
);

/// For an outside effect: a committed claim with owner and lease (on the database's clock), then
/// the effect, then a conditional finish. A claim whose lease has ended is taken over; a definite
/// failure releases it, an unknown one leaves it.
///
/// Makes one effect if the outside party is idempotent on the key. If not, a crash or an unknown
/// failure between effect and finish leads to a second one: no protocol on this side can tell.
Reply claim_with_lease(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
);

}  // namespace onceproof::strategy
