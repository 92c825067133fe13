#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "model/port/broker.hpp"
#include "tests/support/catch.hpp"

namespace onceproof {

/// What `next` of a broker says of an empty queue.
inline constexpr Error nothing_there{ErrorKind::timeout, Certainty::definite};

/// A request whose message is told by its key.
inline Request payment(const std::string& key) {
    return {.key = key, .order = "order-" + key, .amount = 500, .user = "ann"};
}

/// Publishes messages under these ids, each with its id as the request's key.
inline void publish(Broker& broker, const std::vector<std::string>& ids) {
    for (const std::string& id : ids)
        REQUIRE(broker.publish(payment(id), id) == Result<std::string>(id));
}

/// What comes to `broker` until there are `count` messages; 3 s at most. What comes back, comes
/// back at some time.
inline std::vector<Delivery> take(Broker& broker, std::size_t count) {
    std::vector<Delivery> taken;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
    while (taken.size() < count && std::chrono::steady_clock::now() < end) {
        const auto some = broker.next(count - taken.size());
        if (some) taken.insert(taken.end(), some->begin(), some->end());
    }
    return taken;
}

inline std::vector<std::string> ids_of(const std::vector<Delivery>& deliveries) {
    std::vector<std::string> ids;
    for (const Delivery& delivery : deliveries)
        ids.push_back(delivery.message_id);
    return ids;
}

}  // namespace onceproof
