#include "impls/strategy/claim.hpp"

namespace onceproof::strategy {

Reply claim_and_perform(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
) {
    return options.effect == Effect::in_transaction
               ? claim_in_transaction(options, request, env, session)
               : claim_with_lease(options, request, env, session);
}

std::string_view guarded(const ClaimOptions& options, const Request& request) {
    return options.by_order ? request.order : request.key;
}

void sweep_claims(const ClaimOptions& options, Env& env) {
    const Result<SqlSession*> session = env.sql.open();
    if (session.ok()) {
        static_cast<void>((*session)->execute(options.sql.sweep));
        (*session)->close();
    }
}

}  // namespace onceproof::strategy
