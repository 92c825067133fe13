#pragma once

#include <cstddef>

#include "model/port/broker.hpp"
#include "model/world/broker_operation.hpp"

namespace onceproof::world {

class World;

/// The broker as an actor's code sees it; in a world without one every call is `unavailable`.
class WorldBroker final : public Broker {
public:
    WorldBroker(World& world, std::size_t actor) : world_(world), actor_(actor) {}

    Result<std::string> publish(const Request& request, std::string_view message_id) override;
    Result<std::vector<Delivery>> next(std::size_t most) override;
    Result<Done> acknowledge(std::span<const Delivery> deliveries) override;
    Result<Done> reject(std::span<const Delivery> deliveries) override;

private:
    Result<Done> settle(OpCode code, std::span<const Delivery> deliveries);
    void announce(BrokerOperation& operation);

    World& world_;
    std::size_t actor_;
};

}  // namespace onceproof::world
