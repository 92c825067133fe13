#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/port/broker.hpp"
#include "model/port/request.hpp"

namespace onceproof::fake {

/// An in-memory at-least-once broker with one queue. A pure store: `now` is always handed in and
/// never goes back.
///
/// What comes back (after `reject`, with its consumer, or when the broker's patience ends) goes to
/// the end of the queue. Acknowledged messages are remembered, so that an operator can have them
/// handed out once more.
class Broker {
public:
    struct Config {
        Duration redeliver_after{0};       ///< patience with a delivery; 0: it has no end
        std::uint32_t deliveries_max = 0;  ///< then a message is a dead letter; 0: never
        bool gives_ids = false;            ///< message ids are the broker's, not the producer's
        bool producer_dedup = false;       ///< a publish that was accepted before is dropped
        /// A message handed out that often in vain rests until it is driven again: the bound of a
        /// loop with a consumer that can never handle it, where no `deliveries_max` ends it. 0: it
        /// never rests.
        std::uint32_t rest_after = 0;
    };

    /// Who takes deliveries, from 0: "k1" is 0.
    using Consumer = std::size_t;

    /// Who publishes, and which of its messages this is: tries of one publish have the same
    /// numbers.
    struct Producer {
        std::uint64_t session = 0;
        std::uint64_t sequence = 0;

        friend bool operator==(const Producer&, const Producer&) = default;
    };

    enum class MessageState : std::uint8_t {
        ready,           ///< in the queue
        unacknowledged,  ///< handed out to `consumer`
        resting,         ///< handed out too often in a row, see `rest_after`
        dead,            ///< a dead letter
        acknowledged,    ///< done with, by `consumer`
    };

    /// All that is known of a message. Its number is its place in `messages()`.
    struct Message {
        std::string id;
        Request request;
        MessageState state = MessageState::ready;
        std::uint32_t count = 0;   ///< how often it was handed out
        std::uint32_t before = 0;  ///< how often of these before it was last driven again
        Consumer consumer = 0;
        Instant deadline = Instant::max();  ///< `unacknowledged`: when the broker's patience ends
    };

    explicit Broker(Config config) : config_(config) {}

    /// Takes a message in and returns its id. `producer` is only looked at with `producer_dedup`.
    std::string publish(
        const Request& request, std::string_view message_id, std::optional<Producer> producer
    );

    /// Hands out up to `most` messages from the head of the queue; none if it is empty.
    std::vector<Delivery> next(Consumer consumer, std::size_t most, Instant now);

    /// The deliveries that are still this consumer's are done with.
    void acknowledge(Consumer consumer, std::span<const Delivery> deliveries, Instant now);

    /// The deliveries that are still this consumer's come back.
    void reject(Consumer consumer, std::span<const Delivery> deliveries, Instant now);

    /// Everything that this consumer holds comes back: it died, or its connection was closed.
    void take_back(Consumer consumer);

    /// One delivery comes back, whoever still works on it. The message must be unacknowledged.
    void take_back_message(std::size_t number);

    /// What the broker's patience has ended with comes back.
    void expire(Instant now);

    /// An operator has the message handed out once more, whatever became of it: it is in the queue
    /// again, and its next delivery says that it was handed out before.
    void drive_again(std::size_t number);

    /// Ready to be handed out.
    [[nodiscard]] bool has_ready() const { return !queue_.empty(); }

    /// When the next delivery's time ends; empty: none has an end.
    [[nodiscard]] std::optional<Instant> next_deadline() const;

    /// Every message ever taken in, in that order.
    [[nodiscard]] std::span<const Message> messages() const { return messages_; }

    /// Folds in all that later calls can see; times count as their distance from `now`.
    void hash(Hasher& hasher, Instant now) const;

    /// Every message that is not done with, in the order in which they were taken in, for people:
    /// {"m-1", "pay-1, delivered 2 times, unacknowledged by k1"}.
    struct Line {
        std::string name;
        std::string content;
    };
    [[nodiscard]] std::vector<Line> describe() const;

private:
    /// The message that `delivery` hands out, while it is still this consumer's; else null.
    Message* held(Consumer consumer, const Delivery& delivery);
    void come_back(Message& message);

    Config config_;
    std::vector<Message> messages_;
    std::vector<std::size_t> queue_;  ///< numbers of the ready ones, head first
    std::vector<std::pair<Producer, std::size_t>> accepted_;  ///< with the message's number
};

}  // namespace onceproof::fake
