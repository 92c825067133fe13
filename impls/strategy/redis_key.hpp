#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/failure.hpp"
#include "impls/strategy/set_once.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// How the published code finds out whether it is the first.
enum class KeyClaim : std::uint8_t {
    set_nx,           ///< the code: SET NX
    look_then_set,    ///< the prose: look up, work, then SET
    look_then_claim,  ///< seen in the field: look up, claim by a plain SET, work
};

struct KeyOptions {
    Effect effect = Effect::external;
    KeyClaim claim = KeyClaim::set_nx;
    SetOnce acquire = {.ttl = std::chrono::seconds(300)};  ///< the claim and its time to live
    std::optional<Duration> retention = std::chrono::seconds(300);  ///< the result's; empty: none
    OnFailure failed = OnFailure::release;
    bool owned = false;  ///< hardened: one key with owner, state, payload and result
    bool renew = false;  ///< hardened: a task prolongs the claim while the handler works
};

/// What the work under a key came to.
struct Outcome {
    Reply reply;
    Certainty certainty = Certainty::definite;  ///< of a failure
};

/// The effect by itself: done with its receipt, or the error that the published code returns.
Outcome effect_outcome(Effect effect, const Request& request, Env& env);

/// The published code around any work: claim, work, store the result; a failure deletes the claim.
/// `id` is what the request is known by.
Reply guard_by_key(
    const KeyOptions& options, std::string_view id, Env& env, const std::function<Outcome()>& work
);

/// A Redis key per request (article B, scheme 1; needs kv, and sql where the effect is a row).
///
/// Claim: loses with a very low probability. Gap: while the first works, others are told success
/// without a result; claim and result end by themselves, each on its own; a failure of any kind
/// lets the next one work; Redis is the only authority.
class RedisKey final : public Strategy {
public:
    explicit RedisKey(const KeyOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;

private:
    KeyOptions options_;
};

Info redis_key_info();

}  // namespace onceproof::strategy
