#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/result.hpp"

struct amqp_connection_state_t_;

namespace onceproof::backend {

/// Where a RabbitMQ is, which queue of it is meant, and the patience with it.
struct RabbitmqOptions {
    std::string host = "127.0.0.1";
    int port = 5672;
    std::string user = "guest";
    std::string password = "guest";
    std::string vhost = "/";

    /// A durable quorum queue, declared when connecting. All that use it must give the same limits:
    /// the server refuses a queue that exists with others.
    std::string queue = "onceproof";
    /// A message that is given back for the last of so many deliveries goes to the dead letters; 0:
    /// it may come back for ever.
    std::uint32_t deliveries_max = 0;
    /// The queue refuses what is published while it holds more; 0: no bound. The server looks at
    /// its length with a delay: some more may get in.
    std::uint32_t length_max = 0;

    Duration timeout = std::chrono::seconds(5);       ///< patience with one exchange
    Duration wait = std::chrono::milliseconds(1000);  ///< how long `next` waits for a message
};

/// The queue that gets the dead letters of `queue`: a durable quorum queue too. An object whose
/// `queue` it is reads them; it has no limits, and dead letters in turn (those that are no request)
/// go to a queue of its own.
std::string dead_letters_of(std::string_view queue);

/// A message as the server hands it out.
struct RabbitmqMessage {
    std::uint64_t tag = 0;  ///< the channel's number of this delivery, from 1
    bool redelivered = false;
    std::uint32_t returned = 0;  ///< header x-delivery-count: how often it was given back
    std::string id{};            ///< property message-id; may be empty
    std::string body{};

    friend bool operator==(const RabbitmqMessage&, const RabbitmqMessage&) = default;
};

/// One connection to RabbitMQ with one channel, in AMQP 0-9-1: what the broker port needs, and each
/// wait with an end.
///
/// For one thread at a time. After an error it must not be used any longer. Errors are `timeout`
/// and `connection_lost`, always `indefinite`: the channel cannot know.
class RabbitmqChannel {
public:
    explicit RabbitmqChannel(const RabbitmqOptions& options) : options_(options) {}

    /// Connects, turns publisher confirms on and declares the queues. Error: `unavailable`
    /// (definite).
    std::optional<Error> open();

    /// Publishes a persistent message and waits for its confirm: true, the queue has it; false, it
    /// was refused (basic.nack) or there is no such queue (basic.return).
    Result<bool> publish(std::string_view id, std::string_view body);

    /// Takes one message off the queue (basic.get), to be acknowledged later; empty: there is none.
    Result<std::optional<RabbitmqMessage>> get();

    /// Sends an acknowledgement of one delivery. Nothing comes back: see `flush`.
    std::optional<Error> acknowledge(std::uint64_t tag);

    /// Sends a refusal of one delivery, which puts it back into the queue or, without `requeue`,
    /// among the dead letters. Nothing comes back: see `flush`.
    std::optional<Error> reject(std::uint64_t tag, bool requeue);

    /// Waits until the server has worked off all that was sent on this channel before: a round trip
    /// of no effect (basic.qos).
    Result<Done> flush();

    /// The server's version, "3.10.8"; empty if it told none, or `open` has failed.
    [[nodiscard]] std::string server_version() const;

    /// What the server or the library said about the last failure, for people.
    [[nodiscard]] const std::string& last_message() const { return last_message_; }

private:
    using Steady = std::chrono::steady_clock;
    struct Frame;
    struct Destroy {
        void operator()(amqp_connection_state_t_* state) const;
    };

    bool declare(const std::string& queue, bool limited);
    std::optional<Error> send(std::uint32_t method, void* arguments);
    std::optional<Error> receive(Frame& frame, Steady::time_point deadline);
    std::optional<Error> read_content(RabbitmqMessage& message, Steady::time_point deadline);
    std::optional<Error> sent(int status);
    Error closed(std::string_view by, std::string_view text);
    bool granted(std::string_view step);
    bool granted(std::string_view step, const std::optional<std::string>& problem);
    [[nodiscard]] Steady::time_point deadline() const { return Steady::now() + options_.timeout; }

    RabbitmqOptions options_;
    std::unique_ptr<amqp_connection_state_t_, Destroy> state_;
    std::string last_message_;
};

}  // namespace onceproof::backend
