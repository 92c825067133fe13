#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "impls/backend/rabbitmq_broker.hpp"
#include "impls/backend/rabbitmq_server.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {

inline constexpr Error nothing_there{ErrorKind::timeout, Certainty::definite};
inline constexpr Error refused_before_sending{ErrorKind::unavailable, Certainty::definite};
inline constexpr Error no_reply{ErrorKind::timeout, Certainty::indefinite};
inline constexpr Error lost_under_way{ErrorKind::connection_lost, Certainty::indefinite};
inline constexpr Error gone_before{ErrorKind::connection_lost, Certainty::definite};

/// A node of our own; a start that fails, fails the test.
inline std::unique_ptr<RabbitmqServer> start_rabbitmq() {
    auto started = RabbitmqServer::start({});
    if (started.error) FAIL(started.error->message);
    return std::move(started.server);
}

/// The one node of the test program.
inline RabbitmqServer& rabbitmq() {
    static const auto shared = start_rabbitmq();
    return *shared;
}

/// A queue of the shared node that no other test has.
inline RabbitmqOptions own_queue() {
    static int queues = 0;
    return {
        .port = rabbitmq().port(),
        .queue = "queue-" + std::to_string(++queues),
        .wait = std::chrono::milliseconds(100)};
}

/// The same with another port, a relay's say.
inline RabbitmqOptions through(int port, RabbitmqOptions options) {
    options.port = port;
    options.timeout = std::chrono::milliseconds(300);
    return options;
}

/// The messages that come to `broker` until there are `count`; 10 s at most.
inline std::vector<Delivery> take(Broker& broker, std::size_t count) {
    std::vector<Delivery> taken;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (taken.size() < count && std::chrono::steady_clock::now() < end) {
        auto some = broker.next(count - taken.size());
        if (some) taken.insert(taken.end(), some->begin(), some->end());
    }
    return taken;
}

using Ids = std::vector<std::string>;

inline Ids ids_of(const std::vector<Delivery>& deliveries) {
    Ids ids;
    for (const Delivery& delivery : deliveries)
        ids.push_back(delivery.message_id);
    return ids;
}

inline Request payment(const std::string& key) {
    return {.key = key, .order = "order-1", .amount = 500, .user = "ann"};
}

/// Publishes messages under these ids, each with its id as the request's key.
inline void publish(Broker& broker, const Ids& ids) {
    for (const std::string& id : ids)
        REQUIRE(broker.publish(payment(id), id) == Result<std::string>(id));
}

}  // namespace onceproof::backend
