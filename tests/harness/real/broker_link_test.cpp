#include "harness/real/broker_link.hpp"

#include <utility>

#include "tests/backend/rabbitmq_fixture.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

fake::Broker::Message message(const std::string& id) {
    return {.id = id, .request = {.key = "k", .order = "o", .amount = 1, .user = "u"}};
}

TEST_CASE("BrokerLink: messages are known by their numbers, whoever comes first", "[real]") {
    const backend::RabbitmqOptions own = backend::own_queue();
    const int port = own.port;
    BrokerLink earlier({.port = port, .queue = own.queue, .run = "1"});
    earlier.publish(0, message("left over"), true);
    BrokerLink link({.port = port, .queue = own.queue, .run = "2"});
    CHECK(link.version().starts_with("RabbitMQ 3."));
    CHECK(link.is_empty(0));
    link.publish(0, message("a"), true);
    link.publish(1, message("a"), false);
    const BrokerLink::Fetched second = link.fetch(1, 0);
    CHECK(second.id == "a");
    CHECK(second.count == 1U);
    CHECK(second.redelivered == false);
    CHECK(link.held_by(0) == 1);
    const BrokerLink::Fetched first = link.fetch(0, 1);
    CHECK(first.count == 1U);
    CHECK_FALSE(first.redelivered.has_value());
    link.cut(0);
    CHECK_FALSE(link.is_held(1));
    CHECK(link.fetch(1, 1).count == 2U);
    CHECK(link.held_by(1) == 2);
    link.give_back(1);
    CHECK(link.drain(false, 1) == std::vector<std::size_t>{1});
    link.acknowledge(0);
    link.cut_all();
    CHECK(link.drain(false, 0).empty());
}

}  // namespace
}  // namespace onceproof::harness
