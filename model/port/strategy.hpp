#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/port/broker.hpp"
#include "model/port/env.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"
#include "model/port/result.hpp"

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

    /// Gives out what the caller is to send as the request's key, before its first attempt: a
    /// single-use token, say. Without one of its own, callers keep the key they have.
    virtual Result<std::string> issue(const Request& request, Env& env) const {
        static_cast<void>(env);
        return request.key;
    }

    /// Handles one batch of deliveries, as the service's consumer would. A value: the consumer
    /// acknowledges them all; an error: it gives them all back.
    virtual Result<Done> consume(std::span<const Delivery> batch, Env& env) const {
        static_cast<void>(batch);
        static_cast<void>(env);
        return Done{};
    }

    /// One round of the job that runs beside the handlers, an outbox's relay say.
    virtual void relay(Env& env) const { static_cast<void>(env); }

    /// One run of the strategy's clean-up job, if it has one. A scenario's last step calls it after
    /// the retention time has passed.
    virtual void sweep(Env& env) const { static_cast<void>(env); }
};

}  // namespace onceproof
