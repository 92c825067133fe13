#include "impls/strategy/key_not_released.hpp"

#include "impls/strategy/options.hpp"
#include "impls/strategy/redis_key.hpp"

namespace onceproof::strategy {

Info key_not_released_info() {
    return {
        .name = "key-not-released",
        .summary = "the Redis key, kept when the work has failed",
        .source = article_b("mistake 3"),
        .claim = "named as a mistake: the caller's retries are refused for ever",
        .gap = "a definite failure is answered as a success without a result",
        .needs_kv = true,
        .schema = {},
        .tables = {},
        .options = {},
        .presets = {{"published", {}}},
        .make = [](const Options&, Effect effect) -> std::unique_ptr<const Strategy> {
            return std::make_unique<RedisKey>(KeyOptions{
                .effect = effect, .failed = OnFailure::keep});
        },
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
