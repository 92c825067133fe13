// What the network does to RabbitmqBroker's calls.

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "impls/backend/rabbitmq_broker.hpp"
#include "impls/backend/tcp_relay.hpp"
#include "tests/backend/rabbitmq_fixture.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

TEST_CASE("RabbitmqBroker: a confirm that is lost is a message that may be there", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqBroker broker(through(relay.port(), options));
    publish(broker, {"m-1"});
    relay.lose_replies();
    CHECK(broker.publish(payment("p"), "m-2") == Result<std::string>(no_reply));
    CHECK(broker.publish(payment("p"), "m-3") == Result<std::string>(gone_before));
    RabbitmqBroker other(options);
    CHECK(ids_of(take(other, 2)) == Ids{"m-1", "m-2"});
    CHECK(other.next(1) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("RabbitmqBroker: a cut connection is told once, and ends the object", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqBroker broker(through(relay.port(), options));
    publish(broker, {"m-1"});
    relay.cut();
    CHECK(broker.publish(payment("p"), "m-2") == Result<std::string>(lost_under_way));
    CHECK(broker.publish(payment("p"), "m-3") == Result<std::string>(gone_before));
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(gone_before));
    CHECK(broker.acknowledge({}) == Result<Done>(gone_before));
    CHECK(broker.reject({}) == Result<Done>(gone_before));
    RabbitmqBroker fresh(through(relay.port(), options));
    publish(fresh, {"m-4"});
}

TEST_CASE("RabbitmqBroker: what was handed out without arriving comes back", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqBroker broker(through(relay.port(), options));
    publish(broker, {"m-1"});
    relay.lose_replies();
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(nothing_there));
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(gone_before));
    RabbitmqBroker other(options);
    const auto back = take(other, 1);
    REQUIRE(back.size() == 1);
    CHECK(back[0].redelivered);
    CHECK(back[0].count == 2);
}

TEST_CASE("RabbitmqBroker: next over a cut connection is lost for certain", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqBroker broker(through(relay.port(), options));
    publish(broker, {"m-1"});
    relay.cut();
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(gone_before));
}

TEST_CASE("RabbitmqBroker: acknowledging after the connection died settles nothing", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqBroker broker(through(relay.port(), options));
    publish(broker, {"m-1"});
    const auto taken = take(broker, 1);
    relay.cut();
    CHECK(broker.acknowledge(taken) == Result<Done>(lost_under_way));
    CHECK(broker.acknowledge(taken) == Result<Done>(gone_before));
    RabbitmqBroker other(options);
    CHECK(ids_of(take(other, 1)) == Ids{"m-1"});
}

TEST_CASE("RabbitmqBroker: an acknowledgement without a reply may have arrived", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    {
        RabbitmqBroker broker(through(relay.port(), options));
        publish(broker, {"m-1"});
        const auto taken = take(broker, 1);
        relay.lose_replies();
        CHECK(broker.acknowledge(taken) == Result<Done>(no_reply));
    }
    RabbitmqBroker other(options);
    CHECK(other.next(1) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("RabbitmqBroker: a server that says nothing is unavailable in time", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    relay.lose_replies();
    RabbitmqBroker broker(through(relay.port(), options));
    const auto start = std::chrono::steady_clock::now();
    CHECK(broker.publish(payment("p"), "") == Result<std::string>(refused_before_sending));
    CHECK(std::chrono::steady_clock::now() - start < 5s);
}

TEST_CASE("RabbitmqBroker: a server that takes no bytes does not hold a publish", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqBroker broker(through(relay.port(), options));
    publish(broker, {"m-1"});
    relay.lose_requests();
    Request large = payment("p");
    large.order = std::string(std::size_t{64} << 20, 'x');
    const auto start = std::chrono::steady_clock::now();
    const auto answer = broker.publish(large, "");
    REQUIRE_FALSE(answer.ok());
    CHECK(answer.error().certainty == Certainty::indefinite);
    CHECK(std::chrono::steady_clock::now() - start < 30s);
}

}  // namespace
}  // namespace onceproof::backend
