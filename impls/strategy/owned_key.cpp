#include "impls/strategy/owned_key.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/key_record.hpp"
#include "impls/strategy/renewal.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::strategy {
namespace {

constexpr int finish_tries_max = 3;

/// One attempt's claim.
struct Claim {
    const KeyOptions& options;
    KeyRecord record;
    std::string key;
    std::string value;  ///< the record's text
};

/// What another's record under the key means for this attempt; empty: it is this attempt's own.
std::optional<Reply> answer_from(const Claim& claim, const std::optional<std::string>& text) {
    const std::optional<KeyRecord> found = text.has_value() ? record_of(*text) : std::nullopt;
    if (!found.has_value()) {
        return busy();  // it has just ended, or is nothing of ours
    }
    if (found->payload != claim.record.payload) {
        return other_payload();
    }
    switch (found->state) {
        case KeyState::done:
            return Reply{ReplyKind::duplicate, found->result};
        case KeyState::unknown:
            return Reply{ReplyKind::busy, "nobody knows what became of it"};
        case KeyState::claimed:
            break;
    }
    // A driver that repeats SET NX by itself reports its own key as another's.
    return found->owner == claim.record.owner ? std::nullopt : std::optional(busy());
}

/// Empty: the key is this attempt's.
std::optional<Reply> take(const Claim& claim, Env& env) {
    const Result<bool> created = set_once(env.kv, claim.key, claim.value, claim.options.acquire);
    if (!created.ok()) {
        if (created.error().certainty == Certainty::indefinite) {
            env.scope.detach();
            static_cast<void>(env.kv.compare_and_delete(claim.key, claim.value));
        }
        return internal_error(created.error());
    }
    if (*created) {
        return std::nullopt;
    }
    const Result<std::optional<std::string>> text = env.kv.get(claim.key);
    return text.ok() ? answer_from(claim, *text) : internal_error(text.error());
}

void finish(const Claim& claim, const std::string& receipt, Env& env) {
    const std::string value = text_of({KeyState::done, "", claim.record.payload, receipt});
    const Duration retention = *claim.options.retention;
    Result<bool> finished = false;
    for (int i = 0; i < finish_tries_max; ++i) {
        finished = env.kv.compare_and_set(claim.key, claim.value, value, retention);
        if (finished.ok()) {
            break;
        }
    }
    if (finished.ok() && !*finished) {
        // The claim was lost, or an unheard try has finished: nobody else's record is overwritten.
        static_cast<void>(env.kv.set(
            claim.key, value, {.when = SetWhen::if_absent, .ttl = claim.options.retention}
        ));
    }
}

void give_up(const Claim& claim, Certainty certainty, KeyValue& kv) {
    if (releases(claim.options.failed, certainty)) {
        static_cast<void>(kv.compare_and_delete(claim.key, claim.value));
        return;
    }
    if (claim.options.effect != Effect::external_idempotent ||
        claim.options.failed == OnFailure::keep) {
        KeyRecord unknown = claim.record;
        unknown.state = KeyState::unknown;
        static_cast<void>(
            kv.compare_and_set(claim.key, claim.value, text_of(unknown), *claim.options.retention)
        );
    }
}

}  // namespace

Reply claim_owned_key(const KeyOptions& options, const Request& request, Env& env) {
    ENSURE(options.acquire.ttl.has_value());
    ENSURE(options.retention.has_value());
    env.scope.bind();
    Claim claim{
        .options = options,
        .record = {KeyState::claimed, env.ids.uuid(), payload_of(request), ""},
        .key = "idempotent:order:" + request.key,
        .value = {}};
    claim.value = text_of(claim.record);
    if (const std::optional<Reply> early = take(claim, env)) {
        return *early;
    }
    if (options.renew) {
        env.tasks.start(renew_key, claim.key, claim.value, *options.acquire.ttl / 3);
    }
    const Result<std::string> receipt = perform_alone(options.effect, request, env);
    if (options.renew) {
        env.tasks.stop();
    }
    env.scope.detach();
    if (!receipt.ok()) {
        give_up(claim, receipt.error().certainty, env.kv);
        return refusal(receipt.error());
    }
    finish(claim, *receipt, env);
    return {ReplyKind::done, *receipt};
}

}  // namespace onceproof::strategy
