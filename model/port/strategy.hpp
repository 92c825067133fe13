#pragma once

#include <cstdint>
#include <string_view>

#include "model/port/env.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"

namespace onceproof {

/// Where the effect is made.
enum class Effect : std::uint8_t {
    external,             ///< at the gateway, which makes one effect per call
    external_idempotent,  ///< at the gateway, which makes one effect per downstream key
    in_transaction,       ///< a row of the service's own database, table `payment`
};

/// An idempotency strategy under test. One object serves all instances and keeps no state of its
/// own; whatever must be remembered goes through the ports. No port call in a destructor: a dead
/// process releases nothing.
class Strategy {
public:
    virtual ~Strategy() = default;

    /// Handles one attempt of a request, as the service's handler would.
    virtual Reply handle(const Request& request, Env& env) const = 0;

    /// One run of the strategy's clean-up job, if it has one. A scenario's last step calls it after
    /// the retention time has passed.
    virtual void sweep(Env& env) const { static_cast<void>(env); }
};

}  // namespace onceproof
