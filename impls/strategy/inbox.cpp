#include "impls/strategy/inbox.hpp"

#include <algorithm>

namespace onceproof::strategy {
namespace {

/// Coming back would change nothing. What was declined may be accepted later; the broker counts.
bool is_settled(ReplyKind kind) {
    return tells_success(kind) || kind == ReplyKind::mismatch;
}

}  // namespace

Result<Done> consume_by_inbox(
    const ClaimOptions& options, std::span<const Delivery> batch, Env& env
) {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return session.error();
    }
    const bool all = std::ranges::all_of(batch, [&](const Delivery& delivery) {
        return is_settled(claim_and_perform(options, delivery.request, env, **session).kind);
    });
    (*session)->close();
    return all ? Result<Done>(Done{}) : Error{ErrorKind::unavailable, Certainty::definite};
}

}  // namespace onceproof::strategy
