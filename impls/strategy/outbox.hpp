#pragma once

#include <cstdint>
#include <span>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"
#include "impls/strategy/outbox_relay.hpp"

namespace onceproof::strategy {

struct OutboxOptions {
    Effect effect = Effect::external;  ///< made by the consumer
    Isolation isolation = Isolation::read_committed;
    RelayOptions relay = {};
    bool inbox = true;        ///< the consumer keeps a row per business id; otherwise it just works
    ClaimOptions guard = {};  ///< of the inbox
};

/// A message that is written in the transaction of the change that it tells of, published by a
/// relay, and handled once by its consumer (named in both articles as local transaction with
/// message; schemas outbox.sql and inbox.sql; needs sql and broker).
///
/// Claim: a change and its message are committed together. Gap: a relay that dies after publishing
/// publishes again, two relays publish the same rows; so the consumer must recognise what it has
/// had.
class Outbox final : public Strategy {
public:
    explicit Outbox(const OutboxOptions& options) : options_(options) {}

    /// Accepts an order: done means that it is recorded and will be told.
    Reply handle(const Request& request, Env& env) const override;
    Result<Done> consume(std::span<const Delivery> batch, Env& env) const override;
    void relay(Env& env) const override;
    void sweep(Env& env) const override;

private:
    OutboxOptions options_;
};

Info outbox_info();

}  // namespace onceproof::strategy
