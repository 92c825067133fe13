#pragma once

#include "impls/strategy/dedup_insert.hpp"
#include "impls/strategy/redis_key.hpp"

namespace onceproof::strategy {

struct TwoLevelOptions {
    bool caches_results = false;  ///< hardened: Redis holds committed results and nothing else
    KeyOptions gate = {};         ///< published: the key in front of the table
    InsertOptions table = {};
    Duration cache = std::chrono::seconds(60);  ///< hardened: a cached result's time to live
};

/// A Redis key in front of the dedup insert (article B, summary: two-level protection; schema
/// dedup_insert.sql; needs kv and sql).
///
/// Claim: for core payments. Gap: the gate adds refusals, stale answers and stuck keys to the
/// table's, and takes nothing away. Hardened, the table is the only authority: Redis keeps results
/// that are committed, for a short time, since the database may lose what it has acknowledged.
class TwoLevel final : public Strategy {
public:
    explicit TwoLevel(const TwoLevelOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    [[nodiscard]] Outcome ask_table(const Request& request, Env& env) const;
    [[nodiscard]] Reply ask_cache_first(const Request& request, Env& env) const;

    TwoLevelOptions options_;
};

Info two_level_info();

}  // namespace onceproof::strategy
