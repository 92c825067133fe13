#include "impls/strategy/no_guard.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"

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

Info no_guard_info() {
    return {
        .name = "no-guard",
        .summary = "no protection: every attempt makes the effect",
        .source = "the baseline",
        .claim = "none",
        .gap = "everything",
        .consumes = true,
        .schema = {},
        .tables = {},
        .options = {},
        .presets = {{"baseline", {}, false}},
        .make = [](const Options&, Effect effect) -> std::unique_ptr<const Strategy> {
            return std::make_unique<NoGuard>(effect);
        },
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
