#include "impls/strategy/two_level.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/key_record.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {

Reply TwoLevel::handle(const Request& request, Env& env) const {
    if (options_.caches_results) {
        return ask_cache_first(request, env);
    }
    return guard_by_key(options_.gate, request.key, env, [&] { return ask_table(request, env); });
}

Outcome TwoLevel::ask_table(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return {internal_error(session.error()), session.error().certainty};
    }
    return insert_then_work(options_.table, request, env, **session);
}

Reply TwoLevel::ask_cache_first(const Request& request, Env& env) const {
    const std::string key = "idempotent:result:" + request.key;
    // Whatever Redis does not know or cannot tell, the table does.
    const Result<std::optional<std::string>> cached = env.kv.get(key);
    if (cached.ok() && cached->has_value()) {
        const std::optional<KeyRecord> record = record_of(**cached);
        if (record.has_value()) {
            return record->payload == payload_of(request)
                       ? Reply{ReplyKind::duplicate, record->result}
                       : other_payload();
        }
    }
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    Reply reply = claim_and_perform(options_.table.guard, request, env, **session);
    if (tells_success(reply.kind)) {
        const KeyRecord record{KeyState::done, "", payload_of(request), reply.result};
        static_cast<void>(
            env.kv.set(key, text_of(record), {.when = SetWhen::always, .ttl = options_.cache})
        );
    }
    return reply;
}

void TwoLevel::sweep(Env& env) const {
    if (options_.caches_results) {
        sweep_claims(options_.table.guard, env);
    }
}

namespace {

using namespace std::chrono_literals;

constexpr Duration cache_max = 5min;

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    return std::make_unique<TwoLevel>(TwoLevelOptions{
        .caches_results = is_word(options, "gate", "result-cache"),
        .gate = {.effect = effect, .acquire = {.ttl = duration_of(options, "ttl")}},
        .table = {.effect = effect, .guard = claim_options(options, effect, request_guard)},
        .cache = duration_of(options, "cache")});
}

/// Rule: the hardened form's table remembers for as long as retries may come, its cache for a short
/// time only: it would go on answering for an effect that the database has lost.
std::optional<Breach> lives_fit(const Options& options, const Setting& setting) {
    if (!is_word(options, "gate", "result-cache")) {
        return std::nullopt;
    }
    if (duration_of(options, "cache") > cache_max) {
        return Breach{"cache", "cache must be at most 5min: it is no authority"};
    }
    return retention_too_short(options, setting);
}

}  // namespace

Info two_level_info() {
    return {
        .name = "two-level",
        .summary = "a Redis key in front of the dedup insert",
        .source = article_b("summary"),
        .claim = "two-level protection for core payments",
        .gap = "the gate adds refusals, stale answers and stuck keys to those of the table",
        .needs_sql = true,
        .needs_kv = true,
        .schema = schema::dedup_insert,
        .tables = {"idempotent_request"},
        .options =
            {word_option(
                 "gate",
                 {"claims", "result-cache"},
                 "Redis decides who reaches the table, or only keeps results that are committed"
             ),
             time_option("ttl", 300s, "claims: the key's time to live"),
             time_option("cache", 60s, "result-cache: a cached result's time to live"),
             isolation_option(),
             lease_option(),
             row_retention_option()},
        .presets = {{"published", {}}, {"hardened", {{"gate", std::string("result-cache")}}}},
        .rules = {times_are_positive, lives_fit},
        .make = make,
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
