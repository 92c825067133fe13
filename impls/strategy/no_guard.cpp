#include "impls/strategy/no_guard.hpp"

#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {

Reply NoGuard::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    const Result<std::string> receipt = perform_effect(effect_, request, env, **session);
    if (!receipt.ok()) {
        return internal_error(receipt.error());
    }
    return {ReplyKind::done, *receipt};
}

Result<Done> NoGuard::consume(std::span<const Delivery> batch, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return session.error();
    }
    for (const Delivery& delivery : batch) {
        const Result<std::string> receipt =
            perform_effect(effect_, delivery.request, env, **session);
        if (!receipt.ok()) {
            return receipt.error();
        }
    }
    return Done{};
}

}  // namespace onceproof::strategy
