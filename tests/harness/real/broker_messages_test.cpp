#include "harness/real/broker_messages.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using fake::Broker;
using State = Broker::MessageState;

const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};

TEST_CASE("numbers_in: messages are named by their place", "[real]") {
    const std::vector<Broker::Message> messages{
        {.id = "a", .request = request, .state = State::dead},
        {.id = "b", .request = request, .state = State::ready},
        {.id = "c", .request = request, .state = State::dead},
        {.id = "d", .request = request, .state = State::acknowledged},
        {.id = "e", .request = request, .state = State::resting},
        {.id = "f", .request = request, .state = State::ready}};
    CHECK(numbers_in(messages, State::dead) == std::vector<std::size_t>{0, 2});
    CHECK(queued_numbers(messages) == std::vector<std::size_t>{1, 4, 5});
    CHECK(text_of_numbers(numbers_in(messages, State::dead)) == "messages 0, 2");
}

TEST_CASE("is_delivery_of: consumer, id, count and request must fit", "[real]") {
    const Broker::Message message{
        .id = "a", .request = request, .state = State::unacknowledged, .count = 2, .consumer = 1};
    const Delivery delivery{.message_id = "a", .request = request, .redelivered = true, .count = 2};
    CHECK(text_of_delivery(delivery) == "a: pay-1 order-1 100 user-1, delivery 2, again");
    CHECK(is_delivery_of(delivery, 1, message));
    CHECK_FALSE(is_delivery_of(delivery, 0, message));
    Delivery other = delivery;
    other.count = 1;
    CHECK_FALSE(is_delivery_of(other, 1, message));
    other = delivery;
    other.request.amount = 1;
    CHECK_FALSE(is_delivery_of(other, 1, message));
}

}  // namespace
}  // namespace onceproof::harness
