#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/rabbitmq_channel.hpp"
#include "model/fake/broker.hpp"
#include "model/port/broker.hpp"

namespace onceproof::harness {

/// The messages of one run in a queue of a real RabbitMQ, by their numbers in the run: a number
/// travels in front of the message's id, so that copies are told apart.
///
/// Each consumer has a connection of its own, and so have the producers together. Throws
/// std::runtime_error when the server does not do what nothing should keep it from doing.
class BrokerLink {
public:
    /// `queue` may have messages of other runs, which are thrown away when they show up.
    struct Options {
        int port = 0;
        std::string queue{};
        std::string run{};  ///< no other run has the same
        std::uint32_t deliveries_max = 0;
        unsigned patience = 1;
    };
    explicit BrokerLink(Options options) : options_(std::move(options)) {}

    /// Puts a message into the queue. With `hears`, the producer gets the confirm; else its
    /// connection ends behind it.
    void publish(std::size_t number, const fake::Broker::Message& message, bool hears);

    /// A message as a consumer got it; what the player itself did to it is left out.
    struct Fetched {
        std::string id{};
        Request request{};
        std::optional<bool> redelivered{};     ///< empty: the player has made it a redelivery
        std::optional<std::uint32_t> count{};  ///< empty: it is a copy, and counts anew
    };
    /// Has a consumer take message `number`. What comes before it in the queue goes back.
    Fetched fetch(std::size_t number, std::size_t consumer);

    /// True if there is nothing for a consumer.
    bool is_empty(std::size_t consumer);

    void acknowledge(std::size_t number);
    /// Puts back what a consumer holds.
    void give_back(std::size_t number);
    /// Closes a consumer's connection: all that it holds comes back.
    void cut(std::size_t consumer);
    [[nodiscard]] bool is_held(std::size_t number) const;
    /// How many messages a consumer holds.
    [[nodiscard]] std::size_t held_by(std::size_t consumer) const;
    /// Closes all connections.
    void cut_all();
    /// Puts a copy of a message that is done with into the queue.
    void copy(std::size_t number, const fake::Broker::Message& message);

    /// Takes a dead letter out of its queue.
    void drop_dead(std::size_t number);

    /// Takes everything of this run out of the queue, or the queue of its dead letters, until
    /// nothing comes any more and at least `least` have come; returns their numbers.
    std::vector<std::size_t> drain(bool dead_letters, std::size_t least);

    [[nodiscard]] std::string version();

private:
    struct Line {
        std::optional<std::size_t> holder{};
        std::uint64_t tag = 0;       ///< on the holder's channel
        std::uint32_t put_back = 0;  ///< how often the player has put it back by itself
        bool copied = false;
    };
    using Channel = backend::RabbitmqChannel;

    Channel& channel_of(std::size_t consumer);
    Channel& producer();
    std::unique_ptr<Channel> connect(bool dead_letters);
    /// The next message of this run; others are thrown away.
    struct Found {
        std::size_t number = 0;
        std::string id{};
        backend::RabbitmqMessage message{};
    };
    std::optional<Found> get(Channel& channel);
    void put_back(Channel& channel, const std::vector<Found>& strangers);
    Line& line(std::size_t number);
    [[nodiscard]] int looks_max() const;

    Options options_;
    std::map<std::size_t, std::unique_ptr<Channel>> consumers_;
    std::unique_ptr<Channel> producer_;
    std::vector<Line> lines_;
};

}  // namespace onceproof::harness
