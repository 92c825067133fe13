#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/fake/broker.hpp"
#include "model/port/broker.hpp"

namespace onceproof::harness {

/// The numbers of the messages in that state, rising.
std::vector<std::size_t> numbers_in(
    std::span<const fake::Broker::Message> messages, fake::Broker::MessageState state
);

/// The same for those that wait in the queue. A message that rests does: on a real server nothing
/// but the consumers keeps it from being handed out.
std::vector<std::size_t> queued_numbers(std::span<const fake::Broker::Message> messages);

/// For people: "messages 0, 2".
std::string text_of_numbers(std::span<const std::size_t> numbers);

/// For people: "m-1: pay-1 order-1 100 user-1, delivery 2, again".
std::string text_of_delivery(const Delivery& delivery);

/// True if `delivery` may be that of this message, which `consumer` has just been given.
bool is_delivery_of(
    const Delivery& delivery, fake::Broker::Consumer consumer, const fake::Broker::Message& message
);

}  // namespace onceproof::harness
