#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/rabbitmq_channel.hpp"
#include "model/port/broker.hpp"

namespace onceproof::backend {

/// The broker port on a real RabbitMQ (3.10 or later): one queue, through one connection of its
/// own, which is a consumer's life: what it holds comes back when the object ends, or its
/// connection does.
///
/// For one thread at a time. It connects with the first call; while that fails, each call is
/// `unavailable` (definite) and the next one tries again. Once connected, `timeout` (of all but an
/// empty `next`) and `connection_lost` end it: every further call gives `connection_lost`
/// (definite), and a new object is needed. A failed call is never repeated.
///
/// - `publish` is definite about refusals (`unavailable`: basic.nack, or the queue is gone).
/// Message
///   ids have at most 255 bytes; where none is given, a random UUID stands for the broker's.
/// - `next` pulls (basic.get), and asks again every 1 to 20 ms while the queue is empty. A consumer
///   with a prefetch would be handed more than `next` returns; this way nobody holds or has been
///   handed a message that `next` did not return. An empty queue gives `timeout` after
///   `RabbitmqOptions::wait`; the connection lives on then. A message that is no request goes to
///   the dead letters.
/// - `Delivery::count` is 1 + x-delivery-count, which a quorum queue keeps with the message: it
///   grows with each delivery that comes back, for whatever reason, and is exact across restarts of
///   the node. Classic queues only have the redelivered flag, which is no count.
/// - An acknowledgement has no reply in AMQP: `acknowledge` and `reject` send all of them and then
///   make one round trip on the channel, which works in order. Deliveries that this object does not
///   hold (another's, or done with before) are passed over.
/// - Dead letters travel at most once, as the server does by default: one may be lost with the
/// node.
class RabbitmqBroker final : public Broker {
public:
    explicit RabbitmqBroker(RabbitmqOptions options);
    RabbitmqBroker(const RabbitmqBroker&) = delete;
    RabbitmqBroker& operator=(const RabbitmqBroker&) = delete;

    Result<std::string> publish(const Request& request, std::string_view message_id) override;
    Result<std::vector<Delivery>> next(std::size_t most) override;
    Result<Done> acknowledge(std::span<const Delivery> deliveries) override;
    Result<Done> reject(std::span<const Delivery> deliveries) override;

    /// What the server or the library said about the last failure, for people.
    [[nodiscard]] const std::string& last_message() const { return last_message_; }

private:
    std::optional<Error> connect();
    Error dropped(Error error);
    Result<std::optional<Delivery>> take();
    template <class Settle>
    Result<Done> settle(std::span<const Delivery> deliveries, Settle settle_one);

    RabbitmqOptions options_;
    std::unique_ptr<RabbitmqChannel> channel_;
    std::uint64_t base_ = 0;        ///< sets this object's tags apart from those of others
    std::set<std::uint64_t> held_;  ///< tags handed out and not settled
    bool lost_ = false;
    std::string last_message_;
};

}  // namespace onceproof::backend
