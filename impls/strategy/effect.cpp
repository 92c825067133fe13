#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {

Result<std::string> perform_effect(
    Effect effect, const Request& request, Env& env, SqlSession& session
) {
    switch (effect) {
        case Effect::external:
            return env.gateway.charge(request, std::nullopt);
        case Effect::external_idempotent:
            return env.gateway.charge(request, request.key);
        case Effect::in_transaction:
            break;
    }
    const auto paid = session.execute(
        "INSERT INTO payment (request_key, order_id, amount, user_id) VALUES ($1, $2, $3, $4)",
        request.key,
        request.order,
        request.amount,
        request.user
    );
    if (!paid.ok()) {
        return paid.error();
    }
    return receipt_for(request);
}

Reply internal_error(Error error) {
    return {ReplyKind::error, std::string(name_of(error.kind))};
}

std::string payload_of(const Request& request) {
    return request.order + "/" + std::to_string(request.amount) + "/" + request.user;
}

}  // namespace onceproof::strategy
