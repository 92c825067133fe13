#pragma once

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/table_lock.hpp"

namespace onceproof::strategy {

/// How a request becomes a worker's.
enum class TimeoutClaims : std::uint8_t {
    transaction,  ///< as published: the claim is part of the handler's one transaction
    committed,    ///< every step of the claim commits by itself, as the text needs it
    leased,       ///< hardened: owner and lease, on the database's clock
};

struct TimeoutOptions {
    LockOptions lock = {};  ///< published
    Duration timeout = std::chrono::seconds(10);
    TimeoutClaims claims = TimeoutClaims::transaction;
};

/// The dedup table behind a Redis lock, with a point in time from which a pending request may be
/// taken over (article A, section 4; schema timeout_table.sql; needs sql, and kv as published).
///
/// Claim: it solves the retry after a timeout. Gap: in one transaction nobody ever sees a pending
/// row; once claims are committed, a takeover goes by the node's clock, does not move the time, and
/// does not stop the one that it takes over from.
class TimeoutTable final : public Strategy {
public:
    explicit TimeoutTable(const TimeoutOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    [[nodiscard]] Result<Reply> with_lock(const Request& request, Env& env, SqlSession& session)
        const;
    [[nodiscard]] Result<Reply> body(const Request& request, Env& env, SqlSession& session) const;
    [[nodiscard]] Result<std::optional<Reply>> claim(
        const Request& request, Env& env, SqlSession& session
    ) const;
    [[nodiscard]] Result<Reply> work(const Request& request, Env& env, SqlSession& session) const;

    TimeoutOptions options_;
};

Info timeout_table_info();

}  // namespace onceproof::strategy
