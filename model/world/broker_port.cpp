#include "model/world/broker_port.hpp"

#include <utility>

#include "model/base/ensure.hpp"
#include "model/world/world.hpp"

namespace onceproof::world {

Result<std::string> WorldBroker::publish(const Request& request, std::string_view message_id) {
    BrokerOperation operation(OpCode::broker_publish);
    operation.request = &request;
    operation.message_id = message_id;
    // Every call is a publish of its own: only what the driver repeats is the same one.
    const std::uint8_t number = ++world_.state().actors[actor_].publish;
    ENSURE(number != 0);
    announce(operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return std::move(operation.result->message_id);
}

Result<std::vector<Delivery>> WorldBroker::next(std::size_t most) {
    BrokerOperation operation(OpCode::broker_next);
    operation.most = most;
    announce(operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return std::move(operation.result->batch);
}

Result<Done> WorldBroker::acknowledge(std::span<const Delivery> deliveries) {
    return settle(OpCode::broker_acknowledge, deliveries);
}

Result<Done> WorldBroker::reject(std::span<const Delivery> deliveries) {
    return settle(OpCode::broker_reject, deliveries);
}

Result<Done> WorldBroker::settle(OpCode code, std::span<const Delivery> deliveries) {
    BrokerOperation operation(code);
    operation.deliveries = deliveries;
    announce(operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return Done{};
}

void WorldBroker::announce(BrokerOperation& operation) {
    if (!world_.config().has_broker()) {
        operation.fail({ErrorKind::unavailable, Certainty::definite});
        return;
    }
    operation.patience = world_.config().broker_timeout;
    world_.call(actor_, operation);
}

}  // namespace onceproof::world
