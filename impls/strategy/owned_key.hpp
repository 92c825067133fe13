#pragma once

#include "impls/strategy/redis_key.hpp"

namespace onceproof::strategy {

/// The hardened Redis key: one key holds owner, state, payload and result. A short claim, renewed
/// while the handler works; finish and release compare the owner in a script; who meets a claim is
/// busy; a definite failure releases; an unknown one keeps the key, unless the outside party dedups
/// on the key itself: then the claim ends and a retry is safe. Clean-up does not end with the
/// caller.
///
/// Stays open: writes that Redis loses; a claim that ends under a paused owner; a crash between
/// effect and finish. All of them need a guard at the effect.
Reply claim_owned_key(const KeyOptions& options, const Request& request, Env& env);

}  // namespace onceproof::strategy
