#pragma once

#include <memory>

#include "bench/explorer/protocol_counts.hpp"
#include "bench/explorer/row_strategy.hpp"
#include "model/world/world.hpp"

namespace onceproof::litmus {

/// The protocol as a service in the world: `RowStrategy` in fibers, over the fakes.
///
/// A size with N workers and F faults becomes N callers of one request, at once, each of which
/// tries again after a fault only: N + F attempts at the most, as in the protocol, and N handlers
/// at a time. Faults are those of the protocol: the request or the answer lost, a crash before any
/// operation of the store or of the gateway, and an effect that fails. No operation takes time, and
/// a caller that got no answer gives up when nobody else can act.
///
/// It is the same protocol in another cast, not state for state: handlers are bound to their
/// callers, and a handler's state is all that it has seen. The states are counted beside the
/// protocol's for that reason.
class Service {
public:
    Service(Protocol::Variant variant, const ProtocolSize& size);

    /// A new world, in its first state. It must not outlive the service.
    [[nodiscard]] std::unique_ptr<world::World> open() const;

private:
    RowStrategy strategy_;
    fake::SchemaPtr schema_;
    world::Config config_;
};

}  // namespace onceproof::litmus
