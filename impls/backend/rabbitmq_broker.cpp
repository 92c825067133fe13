#include "impls/backend/rabbitmq_broker.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "impls/backend/rabbitmq_message.hpp"
#include "impls/backend/system_env.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

using namespace std::chrono_literals;

constexpr Error lost_before{ErrorKind::connection_lost, Certainty::definite};
constexpr Error refused{ErrorKind::unavailable, Certainty::definite};

/// Channels count their deliveries from 1; the bits above say whose channel it was.
constexpr int channel_bits = 40;

std::uint64_t next_base() {
    static std::atomic<std::uint64_t> objects{0};
    return ++objects << channel_bits;
}

}  // namespace

RabbitmqBroker::RabbitmqBroker(RabbitmqOptions options)
    : options_(std::move(options)), base_(next_base()) {}

std::optional<Error> RabbitmqBroker::connect() {
    if (lost_) return lost_before;
    if (channel_) return std::nullopt;
    auto channel = std::make_unique<RabbitmqChannel>(options_);
    if (const auto error = channel->open()) {
        last_message_ = channel->last_message();
        return error;
    }
    channel_ = std::move(channel);
    return std::nullopt;
}

Error RabbitmqBroker::dropped(Error error) {
    last_message_ = channel_->last_message();
    // A late reply must never be taken for the answer to another call.
    channel_.reset();
    held_.clear();
    lost_ = true;
    return error;
}

Result<std::string> RabbitmqBroker::publish(const Request& request, std::string_view message_id) {
    if (const auto error = connect()) return *error;
    const std::string id = message_id.empty() ? RandomIds().uuid() : std::string(message_id);
    const auto accepted = channel_->publish(id, to_body(request));
    if (!accepted) return dropped(accepted.error());
    if (*accepted) return id;
    last_message_ = channel_->last_message();
    return refused;
}

/// The queue's first message that is a request; empty: there is none.
Result<std::optional<Delivery>> RabbitmqBroker::take() {
    for (;;) {
        auto message = channel_->get();
        if (!message) return message.error();
        if (!*message) return std::optional<Delivery>();
        auto request = request_in((*message)->body);
        if (request) {
            const std::uint64_t tag = base_ + (*message)->tag;
            held_.insert(tag);
            return std::optional(Delivery{
                .tag = tag,
                .message_id = std::move((*message)->id),
                .request = std::move(*request),
                .redelivered = (*message)->redelivered,
                .count = (*message)->returned + 1});
        }
        if (const auto error = channel_->reject((*message)->tag, false)) return *error;
    }
}

Result<std::vector<Delivery>> RabbitmqBroker::next(std::size_t most) {
    ENSURE(most >= 1);
    if (const auto error = connect()) return *error;
    const auto end = std::chrono::steady_clock::now() + options_.wait;
    std::vector<Delivery> taken;
    for (Duration pause = 1ms;; pause = std::min<Duration>(2 * pause, 20ms)) {
        while (taken.size() < most) {
            auto delivery = take();
            if (!delivery) return dropped({delivery.error().kind, Certainty::definite});
            if (!*delivery) break;
            taken.push_back(std::move(**delivery));
        }
        if (!taken.empty()) return taken;
        if (std::chrono::steady_clock::now() + pause > end) {
            return Error{ErrorKind::timeout, Certainty::definite};
        }
        std::this_thread::sleep_for(pause);
    }
}

template <class Settle>
Result<Done> RabbitmqBroker::settle(std::span<const Delivery> deliveries, Settle settle_one) {
    if (const auto error = connect()) return *error;
    bool some_sent = false;
    for (const Delivery& delivery : deliveries) {
        if (held_.erase(delivery.tag) == 0) continue;
        if (const auto error = settle_one(delivery.tag - base_)) return dropped(*error);
        some_sent = true;
    }
    if (!some_sent) return Done{};
    const auto flushed = channel_->flush();
    if (!flushed) return dropped(flushed.error());
    return Done{};
}

Result<Done> RabbitmqBroker::acknowledge(std::span<const Delivery> deliveries) {
    return settle(deliveries, [this](std::uint64_t tag) { return channel_->acknowledge(tag); });
}

Result<Done> RabbitmqBroker::reject(std::span<const Delivery> deliveries) {
    return settle(deliveries, [this](std::uint64_t tag) { return channel_->reject(tag, true); });
}

}  // namespace onceproof::backend
