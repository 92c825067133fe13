#include "impls/strategy/no_expiry.hpp"

#include "impls/strategy/options.hpp"
#include "impls/strategy/redis_key.hpp"

namespace onceproof::strategy {

Info no_expiry_info() {
    return {
        .name = "no-expiry",
        .summary = "the Redis key, with a claim or a result that has no time to live",
        .source = article_b("mistake 2"),
        .claim = "named as a mistake: a leak is only a matter of time",
        .gap = "keys pile up; a dead worker's claim stays for ever",
        .needs_kv = true,
        .schema = {},
        .tables = {},
        .options = {word_option(
            "endless",
            {"both", "result"},
            "what has no time to live: claim and result, or the latter"
        )},
        .presets = {{"published", {}}},
        .make = [](const Options& options, Effect effect) -> std::unique_ptr<const Strategy> {
            KeyOptions made{.effect = effect, .retention = std::nullopt};
            if (is_word(options, "endless", "both")) {
                made.acquire.ttl = std::nullopt;
            }
            return std::make_unique<RedisKey>(made);
        },
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
