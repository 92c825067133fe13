#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "impls/backend/rabbitmq_broker.hpp"
#include "impls/backend/rabbitmq_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/deliveries.hpp"

namespace onceproof::backend {

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
    options.timeout = std::chrono::seconds(1);
    return options;
}

using Ids = std::vector<std::string>;

}  // namespace onceproof::backend
