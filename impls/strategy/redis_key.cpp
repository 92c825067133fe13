#include "impls/strategy/redis_key.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/owned_key.hpp"

namespace onceproof::strategy {
namespace {

using namespace std::chrono_literals;

/// What a repeated request is answered with; both errors are ignored, as published.
Reply cached_reply(KeyValue& kv, const std::string& result_key) {
    const Result<std::optional<std::string>> result = kv.get(result_key);
    return {ReplyKind::duplicate, result.ok() ? result->value_or("") : ""};
}

/// The prose says `SET key 1`, and that a repeated request gets the earlier result: so the key
/// holds it.
Reply look_work_set(
    const KeyOptions& options,
    const std::string& key,
    Env& env,
    const std::function<Outcome()>& work
) {
    const Result<std::optional<std::string>> found = env.kv.get(key);
    if (!found.ok()) {
        return internal_error(found.error());
    }
    if (found->has_value()) {
        return {ReplyKind::duplicate, **found};
    }
    Outcome outcome = work();
    if (!tells_success(outcome.reply.kind)) {
        return outcome.reply;
    }
    const Result<bool> written = env.kv.set(
        key, outcome.reply.result, {.when = SetWhen::always, .ttl = options.acquire.ttl}
    );
    return written.ok() ? outcome.reply : internal_error(written.error());
}

/// Empty: this attempt is the one to work.
std::optional<Reply> claim(
    const KeyOptions& options, const std::string& key, const std::string& result_key, KeyValue& kv
) {
    if (options.claim == KeyClaim::look_then_claim) {
        const Result<std::optional<std::string>> found = kv.get(key);
        if (!found.ok()) {
            return internal_error(found.error());
        }
        if (found->has_value()) {
            return cached_reply(kv, result_key);
        }
        const Result<bool> written =
            kv.set(key, "processing", {.when = SetWhen::always, .ttl = options.acquire.ttl});
        return written.ok() ? std::nullopt : std::optional(internal_error(written.error()));
    }
    const Result<bool> created = set_once(kv, key, "processing", options.acquire);
    if (!created.ok()) {
        return internal_error(created.error());
    }
    return *created ? std::nullopt : std::optional(cached_reply(kv, result_key));
}

}  // namespace

Outcome effect_outcome(Effect effect, const Request& request, Env& env) {
    const Result<std::string> receipt = perform_alone(effect, request, env);
    if (!receipt.ok()) {
        return {internal_error(receipt.error()), receipt.error().certainty};
    }
    return {{ReplyKind::done, *receipt}};
}

Reply guard_by_key(
    const KeyOptions& options, std::string_view id, Env& env, const std::function<Outcome()>& work
) {
    env.scope.bind();  // every call gets the request's own context
    const std::string key = "idempotent:order:" + std::string(id);
    if (options.claim == KeyClaim::look_then_set) {
        return look_work_set(options, key, env, work);
    }
    const std::string result_key = key + ":result";
    if (const std::optional<Reply> early = claim(options, key, result_key, env.kv)) {
        return *early;
    }
    Outcome outcome = work();
    if (tells_success(outcome.reply.kind)) {
        static_cast<void>(env.kv.set(
            result_key, outcome.reply.result, {.when = SetWhen::always, .ttl = options.retention}
        ));
    } else if (releases(options.failed, outcome.certainty)) {
        static_cast<void>(env.kv.del(key));
    }
    return outcome.reply;
}

Reply RedisKey::handle(const Request& request, Env& env) const {
    if (options_.owned) {
        return claim_owned_key(options_, request, env);
    }
    return guard_by_key(options_, request.key, env, [&] {
        return effect_outcome(options_.effect, request, env);
    });
}

namespace {

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    const std::string_view claim_word = word_of(options, "claim");
    return std::make_unique<RedisKey>(KeyOptions{
        .effect = effect,
        .claim = claim_word == "look-then-set"     ? KeyClaim::look_then_set
                 : claim_word == "look-then-claim" ? KeyClaim::look_then_claim
                                                   : KeyClaim::set_nx,
        .acquire =
            {.ttl = duration_of(options, "ttl"),
             .two_commands = is_word(options, "acquire", "two-commands")},
        .retention = duration_of(options, "retention"),
        .failed = on_failure_of(options),
        .owned = is_word(options, "keys", "owned"),
        .renew = flag_of(options, "renew")});
}

/// Rule: the hardened form remembers for as long as retries may come.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "keys", "owned") ? retention_too_short(options, setting) : std::nullopt;
}

/// Rule: the published form has no claim that a task could prolong, since claims bear no owner; the
/// hardened one has no other way to claim.
std::optional<Breach> forms_fit(const Options& options, const Setting&) {
    const bool owned = is_word(options, "keys", "owned");
    if (!owned && flag_of(options, "renew")) {
        return Breach{"renew", "only a claim with an owner (keys = \"owned\") can be renewed"};
    }
    if (owned && !is_word(options, "claim", "set-nx")) {
        return Breach{"claim", "a claim with an owner is made by set-nx"};
    }
    if (owned && !is_word(options, "acquire", "one-command")) {
        return Breach{"acquire", "a claim with an owner is made by one-command"};
    }
    return std::nullopt;
}

}  // namespace

Info redis_key_info() {
    return {
        .name = "redis-key",
        .summary = "a Redis key per request id: whoever sets it works",
        .source = article_b("scheme 1"),
        .claim = "for any request; data is lost with a very low probability",
        .gap = "success without a result while the first works; the claim's end is the memory's",
        .needs_kv = true,
        .schema = {},
        .tables = {},
        .options =
            {word_option(
                 "claim",
                 {"set-nx", "look-then-set", "look-then-claim"},
                 "the code's SET NX; the prose's look-up, work and SET; or a look-up and a claim "
                 "by plain SET"
             ),
             word_option(
                 "acquire",
                 {"one-command", "two-commands"},
                 "SET with NX and a time to live, or SETNX and then EXPIRE"
             ),
             word_option(
                 "keys",
                 {"claim-and-result", "owned"},
                 "a key for the claim and one for the result, or one with owner, state, payload "
                 "and result"
             ),
             time_option("ttl", 300s, "the claim's time to live"),
             time_option("retention", 300s, "the result's time to live"),
             failed_option("delete"),
             switch_option("renew", "owned: a task prolongs the claim while the handler works")},
        .presets =
            {{"published", {}},
             {"hardened",
              {{"keys", std::string("owned")},
               {"ttl", Duration(4s)},
               {"retention", Duration(720h)},
               {"failed", std::string("delete-definite")},
               {"renew", true}}}},
        .rules = {times_are_positive, renewal_fits, remembers, forms_fit},
        .make = make,
        .uses_tasks = renews};
}

}  // namespace onceproof::strategy
