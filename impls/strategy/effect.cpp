#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {
namespace {

Result<std::string> charge(
    Effect effect, const Request& request, std::string_view downstream_key, Env& env
) {
    return effect == Effect::external_idempotent ? env.gateway.charge(request, downstream_key)
                                                 : env.gateway.charge(request, std::nullopt);
}

}  // namespace

Result<std::string> perform_effect(
    Effect effect, const Request& request, Env& env, SqlSession& session
) {
    return perform_effect_under(effect, request, request.key, env, session);
}

Result<std::string> perform_effect_under(
    Effect effect,
    const Request& request,
    std::string_view downstream_key,
    Env& env,
    SqlSession& session
) {
    if (effect != Effect::in_transaction) {
        return charge(effect, request, downstream_key, env);
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

Result<std::string> perform_alone(Effect effect, const Request& request, Env& env) {
    if (effect != Effect::in_transaction) {
        return charge(effect, request, request.key, env);
    }
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return session.error();
    }
    Result<std::string> receipt = perform_effect(effect, request, env, **session);
    (*session)->close();
    return receipt;
}

Reply busy() {
    return {ReplyKind::busy, "in progress, try later"};
}

Reply in_progress() {
    return {ReplyKind::in_progress, "in progress, try later"};
}

Reply other_payload() {
    return {ReplyKind::mismatch, "the key belongs to another payload"};
}

Reply refusal(Error error) {
    return error.kind == ErrorKind::declined ? Reply{ReplyKind::declined, "the gateway declined"}
                                             : internal_error(error);
}

Reply internal_error(Error error) {
    return {ReplyKind::error, std::string(name_of(error.kind))};
}

std::string payload_of(const Request& request) {
    return request.order + "/" + std::to_string(request.amount) + "/" + request.user;
}

}  // namespace onceproof::strategy
