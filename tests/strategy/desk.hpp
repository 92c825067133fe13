#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/strategy/catalog.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/recording_env.hpp"

namespace onceproof::strategy {

using namespace std::chrono_literals;

using Calls = std::vector<std::string>;

inline const Request pay_1{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
/// The same key, another amount.
inline const Request pay_1_other{
    .key = "pay-1", .order = "order-1", .amount = 250, .user = "user-1"};

inline constexpr Error no_answer{ErrorKind::timeout, Certainty::indefinite};
inline constexpr Error cut{ErrorKind::connection_lost, Certainty::indefinite};
inline constexpr Error unreachable{ErrorKind::unavailable, Certainty::definite};
inline constexpr Error card_declined{ErrorKind::declined, Certainty::definite};
inline constexpr Error doomed{ErrorKind::deadlock, Certainty::definite};
inline constexpr Error outrun{ErrorKind::serialization_failure, Certainty::definite};

/// A strategy of the catalog at work, one attempt after the other.
class Desk {
public:
    Desk(std::string_view name, std::string_view preset, Effect effect, const Options& single = {})
        : ports(full_schema(*find(name)), effect),
          strategy_(find(name)->make(resolve(*find(name), preset, single), effect)) {}

    Reply ask(const Request& request = pay_1) {
        Env env = ports.env();
        return strategy_->handle(request, env);
    }
    Result<Done> consume(std::span<const Delivery> batch) {
        Env env = ports.env();
        return strategy_->consume(batch, env);
    }
    void relay() {
        Env env = ports.env();
        strategy_->relay(env);
    }
    void sweep() {
        Env env = ports.env();
        strategy_->sweep(env);
    }

    /// The committed rows of the dedup table: "pay-1 status 1 'paid order-1 100'".
    [[nodiscard]] std::vector<std::string> rows() const {
        std::vector<std::string> lines;
        for (const auto& row : ports.database.committed("idempotent_duplicate")) {
            const auto* result = std::get_if<std::string>(&row.at(5));
            lines.push_back(
                std::get<std::string>(row.at(1)) + " status " +
                std::to_string(std::get<std::int64_t>(row.at(4))) +
                (result == nullptr ? "" : " '" + *result + "'")
            );
        }
        return lines;
    }
    [[nodiscard]] std::size_t charges() const { return ports.gateway.ledger().size(); }
    [[nodiscard]] std::size_t payments() const {
        return ports.database.committed("payment").size();
    }

    RecordingEnv ports;

private:
    std::unique_ptr<const Strategy> strategy_;
};

inline Reply done() {
    return {ReplyKind::done, "paid order-1 100"};
}
inline Reply duplicate() {
    return {ReplyKind::duplicate, "paid order-1 100"};
}
inline Reply error(std::string_view kind) {
    return {ReplyKind::error, std::string(kind)};
}

}  // namespace onceproof::strategy
