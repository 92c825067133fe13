#include "harness/real/broker_messages.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace onceproof::harness {

using fake::Broker;

std::vector<std::size_t> numbers_in(
    std::span<const Broker::Message> messages, Broker::MessageState state
) {
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < messages.size(); ++number) {
        if (messages[number].state == state) numbers.push_back(number);
    }
    return numbers;
}

std::vector<std::size_t> queued_numbers(std::span<const Broker::Message> messages) {
    std::vector<std::size_t> numbers = numbers_in(messages, Broker::MessageState::ready);
    std::ranges::copy(
        numbers_in(messages, Broker::MessageState::resting), std::back_inserter(numbers)
    );
    std::ranges::sort(numbers);
    return numbers;
}

std::string text_of_numbers(std::span<const std::size_t> numbers) {
    return fmt::format("messages {}", fmt::join(numbers, ", "));
}

std::string text_of_delivery(const Delivery& delivery) {
    const Request& request = delivery.request;
    return fmt::format(
        "{}: {} {} {} {}, delivery {}{}",
        delivery.message_id,
        request.key,
        request.order,
        request.amount,
        request.user,
        delivery.count,
        delivery.redelivered ? ", again" : ""
    );
}

bool is_delivery_of(
    const Delivery& delivery, Broker::Consumer consumer, const Broker::Message& message
) {
    return message.state == Broker::MessageState::unacknowledged && message.consumer == consumer &&
           message.id == delivery.message_id && message.count == delivery.count &&
           message.request == delivery.request;
}

}  // namespace onceproof::harness
