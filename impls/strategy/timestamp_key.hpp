#pragma once

#include "impls/strategy/redis_key.hpp"

namespace onceproof::strategy {

/// The Redis key with a timestamp as the request's identity (article B, mistake 1; needs kv, and
/// sql where the effect is a row).
///
/// Claim: named as a mistake. Gap: two requests of one millisecond share a key, and the later one
/// gets the other's result; taken anew for each attempt it also recognises no retry.
class TimestampKey final : public Strategy {
public:
    /// `per_attempt`: the handler reads its clock; otherwise the key is given out before the first
    /// attempt.
    TimestampKey(const KeyOptions& options, bool per_attempt)
        : options_(options), per_attempt_(per_attempt) {}

    Reply handle(const Request& request, Env& env) const override;
    Result<std::string> issue(const Request& request, Env& env) const override;

private:
    KeyOptions options_;
    bool per_attempt_;
};

Info timestamp_key_info();

}  // namespace onceproof::strategy
