#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/port/request.hpp"
#include "model/port/result.hpp"

namespace onceproof {

/// A message handed to a consumer. The same message may be handed out many times, also while an
/// earlier delivery of it is still being handled.
struct Delivery {
    std::uint64_t tag = 0;     ///< names this delivery towards the broker
    std::string message_id;    ///< the broker's or the producer's; the business id is `request.key`
    Request request;           ///< what is to be done once
    bool redelivered = false;  ///< it may have been handed out before
    std::uint32_t count = 1;   ///< how often it has been handed out, this time included

    friend bool operator==(const Delivery&, const Delivery&) = default;
};

/// An at-least-once message broker with one queue.
///
/// Deliveries that are not acknowledged come back: when their consumer dies, when the broker's
/// patience with them ends, and after `reject`. Order is not kept by what comes back.
class Broker {
public:
    virtual ~Broker() = default;

    /// Hands a message over and waits for the broker's confirm; returns the message's id, which is
    /// `message_id` unless that is empty: then the broker gives one.
    ///
    /// Errors: `timeout` and `connection_lost` (indefinite: the confirm is missing, the message may
    /// be in the queue), `unavailable` (definite).
    virtual Result<std::string> publish(const Request& request, std::string_view message_id) = 0;

    /// Waits for deliveries and takes up to `most` of them (at least 1).
    /// Errors: `connection_lost`, `timeout`, `unavailable` (definite for the caller: whatever was
    /// handed out comes back).
    virtual Result<std::vector<Delivery>> next(std::size_t most) = 0;

    /// Tells the broker that the deliveries are done with: they never come back. A delivery that
    /// the broker has taken back meanwhile is none of this consumer's any longer; it stays queued.
    /// Errors: `timeout` and `connection_lost` (indefinite), `unavailable` (definite).
    virtual Result<Done> acknowledge(std::span<const Delivery> deliveries) = 0;

    /// Gives the deliveries back, to be handed out again; one that has been handed out too often
    /// goes to the dead letters instead. Errors as `acknowledge`.
    virtual Result<Done> reject(std::span<const Delivery> deliveries) = 0;
};

}  // namespace onceproof
