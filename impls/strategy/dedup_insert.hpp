#pragma once

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"
#include "impls/strategy/redis_key.hpp"

namespace onceproof::strategy {

struct InsertOptions {
    Effect effect = Effect::external;
    OnFailure failed = OnFailure::keep;  ///< of the row of failed work
    bool read_status = true;             ///< a conflict is answered by the row's status
    bool store_body = false;             ///< the result is written into the row
    bool guarded = false;                ///< hardened: claims as `guard` says
    ClaimOptions guard = {};
};

/// The table's columns, as the hardened forms use them.
inline constexpr GuardTable request_guard{
    .name = "idempotent_request",
    .key = "req_id",
    .scope = "source",
    .unique = "source, req_id",
    .scope_is_unique = true,
    .result = "resp_body",
    .lease_end = "lease_until",
    .created = "created_at"};

/// The published code: insert, work, set the status; every statement commits by itself.
Outcome insert_then_work(
    const InsertOptions& options, const Request& request, Env& env, SqlSession& session
);

/// A table whose unique index decides who works (article B, scheme 2; schema dedup_insert.sql;
/// needs sql).
///
/// Claim: strong consistency (ACID), for money. Gap: a row whose worker died stays in progress for
/// ever; a failed one is never retried, whatever the failure was; there is no stored result.
class DedupInsert final : public Strategy {
public:
    explicit DedupInsert(const InsertOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    InsertOptions options_;
};

Info dedup_insert_info();

}  // namespace onceproof::strategy
