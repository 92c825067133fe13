#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/rabbitmq_broker.hpp"
#include "model/fake/broker.hpp"
#include "model/port/broker.hpp"

namespace onceproof::conformance {

inline constexpr std::size_t consumer_count = 2;

/// An arm of the broker's conformance: an empty queue with two consumers.
class BrokerRig {
public:
    virtual ~BrokerRig() = default;

    /// The consumer's port, while it lives: see `kill`.
    virtual Broker& consumer(std::size_t number) = 0;

    /// The consumer's connection dies; a new one takes its place.
    virtual void kill(std::size_t number) = 0;

    /// The ids of the dead letters, sorted, when there are `count` of them or no more come.
    virtual std::vector<std::string> dead_letters(std::size_t count) = 0;
};

/// The fake. `next` never waits: an empty queue gives `timeout` at once.
class FakeBrokerRig : public BrokerRig {
public:
    explicit FakeBrokerRig(std::uint32_t deliveries_max);

    Broker& consumer(std::size_t number) override { return ports_.at(number); }
    void kill(std::size_t number) override { store.take_back(number); }
    std::vector<std::string> dead_letters(std::size_t count) override;

    fake::Broker store;

private:
    class Port final : public Broker {
    public:
        Port(fake::Broker& store, std::size_t number) : store_(store), number_(number) {}
        Result<std::string> publish(const Request& request, std::string_view message_id) override;
        Result<std::vector<Delivery>> next(std::size_t most) override;
        Result<Done> acknowledge(std::span<const Delivery> deliveries) override;
        Result<Done> reject(std::span<const Delivery> deliveries) override;

    private:
        fake::Broker& store_;
        std::size_t number_;
    };

    std::array<Port, consumer_count> ports_;
};

/// RabbitMQ: a queue of its own on the test program's node.
class RabbitmqRig final : public BrokerRig {
public:
    explicit RabbitmqRig(std::uint32_t deliveries_max);
    ~RabbitmqRig() override;
    RabbitmqRig(const RabbitmqRig&) = delete;
    RabbitmqRig& operator=(const RabbitmqRig&) = delete;

    Broker& consumer(std::size_t number) override { return *consumers_.at(number); }
    void kill(std::size_t number) override;
    std::vector<std::string> dead_letters(std::size_t count) override;

    /// When its queue was made, at the latest.
    [[nodiscard]] std::chrono::steady_clock::time_point born() const { return born_; }

private:
    std::chrono::steady_clock::time_point born_{};
    backend::RabbitmqOptions options_;
    std::array<std::unique_ptr<backend::RabbitmqBroker>, consumer_count> consumers_;
};

/// The node dies, and is back on what it left.
void crash_rabbitmq();

/// "3.10.8": of the node's program.
std::string rabbitmq_version();

}  // namespace onceproof::conformance
