#pragma once

#include <cstdint>
#include <string>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"

namespace onceproof::strategy {

/// What a version conflict leads to.
enum class OnConflict : std::uint8_t {
    refuse,         ///< the caller is told
    retry_inside,   ///< the change is tried again in the transaction that the conflict has doomed
    retry_outside,  ///< it is tried again in a new transaction
};

struct OptimisticOptions {
    Effect effect = Effect::external;
    Isolation isolation = Isolation::read_committed;
    bool client_version = false;  ///< the request brings the version; otherwise each attempt reads
    OnConflict on_conflict = OnConflict::refuse;
    bool request_row = false;  ///< hardened: a row for the request's key in the same transaction
    ClaimOptions guard = {};
};

/// An account whose version is compared and raised with every change, used as if it were a guard
/// against repetition (article B, mistake 5; schema optimistic_lock.sql; needs sql).
///
/// Claim: named as a mistake; it is for different changes, not for one that comes twice. Gap: read
/// by the server, a retry finds a new version and changes again; sent by the client, a retry is
/// refused for its own success.
class OptimisticLock final : public Strategy {
public:
    explicit OptimisticLock(const OptimisticOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    /// With versions sent by the client: the key, "@", and the version that the client has seen.
    Result<std::string> issue(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    enum class Step : std::uint8_t {
        committed,
        conflict,
        known,
        rolled_back
    };

    /// One transaction. An error is a port's, or that of a commit.
    [[nodiscard]] Result<Step> try_once(const Request& request, Env& env, SqlSession& session)
        const;
    /// True: the account has been changed. `met` is set once a version did not fit.
    [[nodiscard]] Result<bool> change_account(
        const Request& request, SqlSession& session, bool& met
    ) const;
    [[nodiscard]] Reply conflict_reply() const;

    OptimisticOptions options_;
};

Info optimistic_lock_info();

}  // namespace onceproof::strategy
