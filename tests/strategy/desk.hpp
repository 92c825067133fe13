#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/options.hpp"
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

/// What the winner of a race has left in the dedup table.
inline const std::string finished_elsewhere =
    "INSERT INTO idempotent_duplicate (request_id, request_type, status, result) "
    "VALUES ('pay-1', 'pay', 1, 'paid order-1 100')";

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
    /// The request with the key that the strategy gives out for it.
    Request issued(const Request& request = pay_1) {
        Env env = ports.env();
        Request result = request;
        result.key = strategy_->issue(request, env).value();
        return result;
    }
    /// True: the batch is acknowledged.
    bool take(const std::vector<Delivery>& batch) { return consume(batch).ok(); }

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
    /// Some columns of a table's committed rows, "-" for NULL: "pay-1 0 -".
    [[nodiscard]] Calls lines(std::string_view table, const std::vector<std::size_t>& columns)
        const {
        Calls result;
        for (const auto& row : ports.database.committed(table)) {
            std::string line;
            for (const std::size_t column : columns) {
                const Value& value = row.at(column);
                const auto* text = std::get_if<std::string>(&value);
                const auto* number = std::get_if<std::int64_t>(&value);
                line += line.empty() ? "" : " ";
                line += text != nullptr ? *text : number != nullptr ? std::to_string(*number) : "-";
            }
            result.push_back(line);
        }
        return result;
    }
    /// What Redis holds under `key` now.
    [[nodiscard]] std::string held(std::string_view key) const {
        return ports.redis.get(key, ports.now_at).value_or("");
    }
    /// What the broker has taken in: "message id, business id".
    [[nodiscard]] Calls published() const {
        Calls result;
        for (const auto& message : ports.broker.messages()) {
            result.push_back(message.id + " " + message.request.key);
        }
        return result;
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
inline const Reply busy_reply{ReplyKind::busy, "in progress, try later"};
inline const Reply in_progress_reply{ReplyKind::in_progress, "in progress, try later"};
inline const Reply declined_reply{ReplyKind::declined, "the gateway declined"};

/// A delivery of `request` as message `message_id`.
inline Delivery delivery_of(std::string_view message_id, const Request& request = pay_1) {
    return {.message_id = std::string(message_id), .request = request};
}

/// The first breach of a strategy's rules; "" if all hold.
inline std::string breach_of(
    std::string_view name,
    std::string_view preset,
    const Options& single,
    Duration retry_window = 30s
) {
    const Info& info = *find(name);
    const Options options = resolve(info, preset, single);
    for (const Rule rule : info.rules) {
        if (const std::optional<Breach> breach = rule(options, {.retry_window = retry_window})) {
            return std::string(breach->option) + ": " + breach->rule;
        }
    }
    return "";
}

inline Reply error(std::string_view kind) {
    return {ReplyKind::error, std::string(kind)};
}

}  // namespace onceproof::strategy
