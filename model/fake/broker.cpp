#include "model/fake/broker.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::fake {
namespace {

using enum Broker::MessageState;

// A delivery's tag is its message's number and how often that one had been handed out: no other
// delivery ever has the same.
constexpr unsigned count_bits = 32;

std::uint64_t tag_of(std::size_t number, std::uint32_t count) {
    return (std::uint64_t{number} << count_bits) + count;
}

std::string times(std::uint32_t count) {
    return count == 1 ? "delivered once" : "delivered " + std::to_string(count) + " times";
}

std::string text_of(const Broker::Message& message) {
    std::string text = message.request.key;
    if (message.count > 0) {
        text += ", " + times(message.count);
    }
    switch (message.state) {
        case ready:
            return text + ", ready";
        case unacknowledged:
            return text + ", unacknowledged by k" + std::to_string(message.consumer + 1);
        case resting:
            return text + ", resting";
        case dead:
            return text + ", dead letter";
        case acknowledged:
            break;
    }
    return text + ", acknowledged by k" + std::to_string(message.consumer + 1);
}

}  // namespace

std::string Broker::publish(
    const Request& request, std::string_view message_id, std::optional<Producer> producer
) {
    const bool numbered = config_.producer_dedup && producer.has_value();
    if (numbered) {
        const auto earlier =
            std::ranges::find(accepted_, *producer, &std::pair<Producer, std::size_t>::first);
        if (earlier != accepted_.end()) {
            return messages_[earlier->second].id;
        }
    }
    const std::size_t number = messages_.size();
    Message message;
    message.request = request;
    message.id = config_.gives_ids || message_id.empty() ? "b-" + std::to_string(number + 1)
                                                         : std::string(message_id);
    messages_.push_back(std::move(message));
    queue_.push_back(number);
    if (numbered) {
        accepted_.emplace_back(*producer, number);
    }
    return messages_.back().id;
}

std::vector<Delivery> Broker::next(Consumer consumer, std::size_t most, Instant now) {
    ENSURE(most > 0);
    expire(now);
    std::vector<Delivery> batch;
    const std::size_t taken = std::min(most, queue_.size());
    batch.reserve(taken);
    for (std::size_t i = 0; i < taken; ++i) {
        Message& message = messages_[queue_[i]];
        message.state = unacknowledged;
        message.consumer = consumer;
        message.deadline =
            config_.redeliver_after > Duration{0} ? now + config_.redeliver_after : Instant::max();
        ++message.count;
        batch.push_back(
            {.tag = tag_of(queue_[i], message.count),
             .message_id = message.id,
             .request = message.request,
             .redelivered = message.count > 1 || message.before > 0,
             .count = message.count}
        );
    }
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(taken));
    return batch;
}

void Broker::acknowledge(Consumer consumer, std::span<const Delivery> deliveries, Instant now) {
    expire(now);
    for (const Delivery& delivery : deliveries) {
        if (Message* message = held(consumer, delivery)) {
            message->state = acknowledged;
            message->deadline = Instant::max();
        }
    }
}

void Broker::reject(Consumer consumer, std::span<const Delivery> deliveries, Instant now) {
    expire(now);
    for (const Delivery& delivery : deliveries) {
        if (Message* message = held(consumer, delivery)) {
            come_back(*message);
        }
    }
}

void Broker::take_back(Consumer consumer) {
    for (Message& message : messages_) {
        if (message.state == unacknowledged && message.consumer == consumer) {
            come_back(message);
        }
    }
}

void Broker::take_back_message(std::size_t number) {
    ENSURE(messages_.at(number).state == unacknowledged);
    come_back(messages_[number]);
}

void Broker::expire(Instant now) {
    // Whoever's time ended first is first in the queue.
    while (const std::optional<Instant> deadline = next_deadline()) {
        if (*deadline > now) {
            return;
        }
        come_back(*std::ranges::find(messages_, *deadline, &Message::deadline));
    }
}

void Broker::drive_again(std::size_t number) {
    Message& message = messages_.at(number);
    if (message.state == ready) {
        return;
    }
    message.state = ready;
    message.deadline = Instant::max();
    message.consumer = 0;
    message.before = message.count;
    queue_.push_back(number);
}

std::optional<Instant> Broker::next_deadline() const {
    const auto first = std::ranges::min_element(messages_, {}, &Message::deadline);
    if (first == messages_.end() || first->deadline == Instant::max()) {
        return std::nullopt;
    }
    return first->deadline;
}

Broker::Message* Broker::held(Consumer consumer, const Delivery& delivery) {
    const auto number = static_cast<std::size_t>(delivery.tag >> count_bits);
    if (number >= messages_.size()) {
        return nullptr;
    }
    Message& message = messages_[number];
    const bool still = message.state == unacknowledged && message.consumer == consumer &&
                       delivery.tag == tag_of(number, message.count);
    return still ? &message : nullptr;
}

void Broker::come_back(Message& message) {
    const std::uint32_t in_a_row = message.count - message.before;
    const bool ends = config_.deliveries_max > 0;
    message.deadline = Instant::max();
    message.consumer = 0;
    if (ends && in_a_row >= config_.deliveries_max) {
        message.state = dead;
    } else if (!ends && config_.rest_after > 0 && in_a_row >= config_.rest_after) {
        message.state = resting;
    } else {
        message.state = ready;
        queue_.push_back(static_cast<std::size_t>(&message - messages_.data()));
    }
}

void Broker::hash(Hasher& hasher, Instant now) const {
    hasher.add(messages_.size());
    for (const Message& message : messages_) {
        hasher.add(message.id);
        hasher.add(message.request.key);
        hasher.add(message.request.order);
        hasher.add(static_cast<std::uint64_t>(message.request.amount));
        hasher.add(message.request.user);
        hasher.add(static_cast<std::uint64_t>(message.state) + (message.consumer << 8U));
        hasher.add(message.count + (std::uint64_t{message.before} << count_bits));
        hasher.add(
            message.deadline == Instant::max()
                ? ~std::uint64_t{0}
                : static_cast<std::uint64_t>((message.deadline - now).count())
        );
    }
    hasher.add(queue_.size());
    for (const std::size_t number : queue_) {
        hasher.add(number);
    }
    hasher.add(accepted_.size());
    for (const auto& [producer, number] : accepted_) {
        hasher.add(producer.session);
        hasher.add(producer.sequence);
        hasher.add(number);
    }
}

std::vector<Broker::Line> Broker::describe() const {
    std::vector<Line> lines;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
        const Message& message = messages_[i];
        if (message.state == acknowledged) {
            continue;
        }
        const auto copies = std::count_if(
            messages_.begin(),
            messages_.begin() + static_cast<std::ptrdiff_t>(i),
            [&](const Message& other) { return other.id == message.id; }
        );
        const std::string copy = copies == 0 ? "" : " #" + std::to_string(copies + 1);
        lines.push_back({message.id + copy, text_of(message)});
    }
    return lines;
}

}  // namespace onceproof::fake
