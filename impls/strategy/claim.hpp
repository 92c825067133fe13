#pragma once

#include <optional>
#include <string_view>

#include "impls/strategy/claim_sql.hpp"
#include "impls/strategy/failure.hpp"
#include "model/port/env.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"
#include "model/port/sql.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// How a hardened form claims.
struct ClaimOptions {
    Effect effect = Effect::external;
    Isolation isolation = Isolation::read_committed;
    ClaimSql sql = {};
    bool by_order = false;     ///< what must be unique is the order; otherwise the request's key
    bool worker_name = false;  ///< the owner is a name that every claim bears, not one of its own
    OnFailure failed = OnFailure::release_definite;  ///< what becomes of a failed claim
};

/// For an effect in the same database: the claim, the result and the effect are one transaction,
/// insert first. A unique violation means that somebody has committed: leave the transaction, read
/// the row in a new one, compare the payload, return the stored result. Transactions that lose to
/// another are run again.
///
/// Stays open: an acknowledged commit that the database later loses; a retry after the retention
/// time.
Reply claim_in_transaction(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
);

/// For an outside effect: a committed claim with owner and lease (on the database's clock), then
/// the effect, then a conditional finish. A claim whose lease has ended is taken over; a definite
/// failure releases it, an unknown one leaves it.
///
/// Makes one effect if the outside party is idempotent on the key. If not, a crash or an unknown
/// failure between effect and finish leads to a second one: no protocol on this side can tell.
Reply claim_with_lease(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
);

/// The one of the two that fits the effect.
Reply claim_and_perform(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
);

/// A committed row's answer, or the refusal of another payload; empty if there is no row. Errors
/// are those of the statement.
Result<std::optional<Reply>> stored_reply(
    const ClaimOptions& options, const Request& request, SqlSession& session
);

/// What the row is to be unique for.
std::string_view guarded(const ClaimOptions& options, const Request& request);

/// Deletes rows that are older than the retention. A failed run leaves its rows to the next one.
void sweep_claims(const ClaimOptions& options, Env& env);

}  // namespace onceproof::strategy
