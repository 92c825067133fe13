#include "impls/strategy/timestamp_key.hpp"

#include "impls/strategy/options.hpp"

namespace onceproof::strategy {
namespace {

std::string milliseconds_of(Instant time) {
    return std::to_string(
        std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count()
    );
}

}  // namespace

Reply TimestampKey::handle(const Request& request, Env& env) const {
    const std::string id = per_attempt_ ? milliseconds_of(env.clock.now()) : request.key;
    return guard_by_key(options_, id, env, [&] {
        return effect_outcome(options_.effect, request, env);
    });
}

Result<std::string> TimestampKey::issue(const Request& request, Env& env) const {
    return per_attempt_ ? request.key : milliseconds_of(env.clock.now());
}

Info timestamp_key_info() {
    return {
        .name = "timestamp-key",
        .summary = "the Redis key, with a timestamp in milliseconds as the request's identity",
        .source = article_b("mistake 1"),
        .claim = "named as a mistake: several requests may come in one millisecond",
        .gap = "the key is not the operation's identity",
        .needs_kv = true,
        .issues = true,
        .schema = {},
        .tables = {},
        .options = {word_option(
            "taken",
            {"per-request", "per-attempt"},
            "the timestamp is taken once and kept for all attempts, or by the handler each time"
        )},
        .presets = {{"published", {}}},
        .make = [](const Options& options, Effect effect) -> std::unique_ptr<const Strategy> {
            return std::make_unique<TimestampKey>(
                KeyOptions{.effect = effect}, is_word(options, "taken", "per-attempt")
            );
        },
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
