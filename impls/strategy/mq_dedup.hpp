#pragma once

#include <span>
#include <string>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"

namespace onceproof::strategy {

struct MqOptions {
    Effect effect = Effect::external;
    bool inbox = false;           ///< hardened: a row per business id; otherwise marks in Redis
    bool per_batch = false;       ///< one mark for a whole batch; otherwise one per message
    bool mark_after = false;      ///< look, work, mark; otherwise the mark comes first
    bool delete_failed = false;   ///< a failure removes the mark
    bool returns_errors = false;  ///< an error of Redis is one; otherwise it counts as a duplicate
    Duration retention = std::chrono::hours(24);  ///< of the marks
    ClaimOptions guard = {};                      ///< hardened
};

/// A consumer that marks message ids in Redis (article B, scheme 4; schema inbox.sql as hardened;
/// needs broker and kv, and sql where the effect is a row or as hardened).
///
/// Claim: exactly once at the consumer. Gap: marked before it is handled, a message that fails is
/// lost; an error of Redis acknowledges and drops; another message id passes.
class MqDedup final : public Strategy {
public:
    explicit MqDedup(const MqOptions& options) : options_(options) {}

    /// Takes the request for a delivery of a message whose id is the request's key.
    Reply handle(const Request& request, Env& env) const override;
    Result<Done> consume(std::span<const Delivery> batch, Env& env) const override;
    void sweep(Env& env) const override;

private:
    /// True: worked; false: skipped as a duplicate.
    [[nodiscard]] Result<bool> work_marked(
        const std::string& id, std::span<const Delivery> deliveries, Env& env
    ) const;
    [[nodiscard]] Result<bool> is_first(const std::string& key, KeyValue& kv) const;

    MqOptions options_;
};

Info mq_dedup_info();

}  // namespace onceproof::strategy
