#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/port/broker.hpp"
#include "model/world/operation.hpp"

namespace onceproof::world {

/// A publish, the wait for deliveries, their acknowledgement or their rejection.
struct BrokerOperation final : Operation {
    using Operation::Operation;

    const Request* request = nullptr;  ///< publish
    std::string_view message_id;       ///< publish; empty: the broker gives one
    bool again = false;                ///< publish: an operator's, of what was there before
    std::size_t most = 1;              ///< next
    std::span<const Delivery> deliveries = {};  ///< acknowledge, reject
    Duration patience{0};                       ///< with a reply that does not come

    /// `message_id` for publish, `batch` for next.
    struct Answer {
        std::string message_id;
        std::vector<Delivery> batch;
    };
    Result<Answer> result{Error{}};

    void fail(Error error) override { result = error; }
    /// Tags are left out: message and count say the same.
    void hash_result(Hasher& hasher, Mentions* mentions) const override;
    [[nodiscard]] std::string call_text() const override;
    [[nodiscard]] std::string result_text() const override;
};

}  // namespace onceproof::world
