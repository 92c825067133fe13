#include <string>

#include "impls/strategy/claim.hpp"
#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {
namespace {

enum class Claim : std::uint8_t {
    mine,
    taken,
    busy,
    mismatch
};

struct ClaimResult {
    Claim claim = Claim::busy;
    std::string stored;  // `taken`: the result
};

Result<ClaimResult> claim(
    const ClaimOptions& options,
    const Request& request,
    const std::string& owner,
    SqlSession& session
) {
    const Result<Rows> inserted = session.execute(
        options.sql.claim, guarded(options, request), "pay", payload_of(request), owner
    );
    if (!inserted.ok()) {
        return inserted.error();
    }
    if (!inserted->rows.empty()) {
        return ClaimResult{Claim::mine, ""};
    }
    const Result<Rows> found = session.execute(options.sql.look, guarded(options, request));
    if (!found.ok()) {
        return found.error();
    }
    if (found->rows.empty()) {
        return ClaimResult{Claim::busy, ""};
    }
    const auto& row = found->rows[0];
    if (std::get<std::string>(row[0]) != payload_of(request)) {
        return ClaimResult{Claim::mismatch, ""};
    }
    if (std::get<std::int64_t>(row[1]) == 1) {
        return ClaimResult{Claim::taken, std::get<std::string>(row[2])};
    }
    // Only a claim whose lease has ended becomes ours: the statement's condition decides, not what
    // was read.
    const Result<Rows> taken =
        session.execute(options.sql.take_over, owner, guarded(options, request));
    if (!taken.ok()) {
        return taken.error();
    }
    return ClaimResult{taken->affected == 1 ? Claim::mine : Claim::busy, ""};
}

}  // namespace

Reply claim_with_lease(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
) {
    const std::string owner = options.worker_name ? "worker" : env.ids.uuid();
    const Result<ClaimResult> claimed = claim(options, request, owner, session);
    if (!claimed.ok()) {
        return internal_error(claimed.error());
    }
    switch (claimed->claim) {
        case Claim::taken:
            return {ReplyKind::duplicate, claimed->stored};
        case Claim::busy:
            return busy();
        case Claim::mismatch:
            return other_payload();
        case Claim::mine:
            break;
    }
    const Result<std::string> receipt =
        perform_effect_under(options.effect, request, guarded(options, request), env, session);
    if (!receipt.ok()) {
        if (releases(options.failed, receipt.error().certainty)) {
            // Should it fail, the lease ends all the same.
            static_cast<void>(session.execute(options.sql.release, guarded(options, request), owner)
            );
        }
        return refusal(receipt.error());
    }
    const Result<Rows> finished =
        session.execute(options.sql.finish, *receipt, guarded(options, request));
    if (!finished.ok()) {
        return internal_error(finished.error());
    }
    return {ReplyKind::done, *receipt};
}

}  // namespace onceproof::strategy
