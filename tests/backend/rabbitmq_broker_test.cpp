#include "impls/backend/rabbitmq_broker.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "tests/backend/rabbitmq_fixture.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

TEST_CASE("RabbitmqBroker: hands out what was published, under its id", "[backend]") {
    RabbitmqBroker broker(own_queue());
    const Request odd{
        .key = std::string("a\0b,:", 5), .order = "", .amount = -7, .user = "\xC3\xA4\xFF"};
    CHECK(broker.publish(odd, "m-1") == Result<std::string>("m-1"));
    const auto taken = broker.next(1);
    REQUIRE(taken.ok());
    REQUIRE(taken->size() == 1);
    const Delivery& delivery = taken->front();
    CHECK(delivery.message_id == "m-1");
    CHECK(delivery.request == odd);
    CHECK_FALSE(delivery.redelivered);
    CHECK(delivery.count == 1);
}

TEST_CASE("RabbitmqBroker: gives an id to a message that has none", "[backend]") {
    RabbitmqBroker broker(own_queue());
    const auto first = broker.publish(payment("p"), "");
    const auto second = broker.publish(payment("p"), "");
    REQUIRE(first.ok());
    REQUIRE(second.ok());
    CHECK(first->size() == 36);
    CHECK(*first != *second);
    CHECK(ids_of(take(broker, 2)) == Ids{*first, *second});
}

TEST_CASE("RabbitmqBroker: next takes at most so many, in the order of publishing", "[backend]") {
    RabbitmqBroker broker(own_queue());
    publish(broker, {"m-1", "m-2", "m-3"});
    const auto two = broker.next(2);
    REQUIRE(two.ok());
    CHECK(ids_of(*two) == Ids{"m-1", "m-2"});
    const auto rest = broker.next(2);
    REQUIRE(rest.ok());
    CHECK(ids_of(*rest) == Ids{"m-3"});
}

TEST_CASE("RabbitmqBroker: an empty queue times out, and the connection lives on", "[backend]") {
    RabbitmqBroker broker(own_queue());
    const auto start = std::chrono::steady_clock::now();
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(nothing_there));
    CHECK(std::chrono::steady_clock::now() - start >= 50ms);
    publish(broker, {"m-1"});
    CHECK(ids_of(take(broker, 1)) == Ids{"m-1"});
}

TEST_CASE("RabbitmqBroker: what is acknowledged never comes back", "[backend]") {
    const auto options = own_queue();
    {
        RabbitmqBroker first(options);
        publish(first, {"m-1", "m-2"});
        const auto taken = take(first, 2);
        CHECK(first.acknowledge({&taken[0], 1}).ok());
    }
    RabbitmqBroker second(options);
    CHECK(ids_of(take(second, 1)) == Ids{"m-2"});
    CHECK(second.next(1) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("RabbitmqBroker: what is rejected comes back, and says so", "[backend]") {
    const auto options = own_queue();
    RabbitmqBroker first(options);
    RabbitmqBroker second(options);
    publish(first, {"m-1"});
    CHECK(first.reject(take(first, 1)).ok());
    const auto again = take(second, 1);
    REQUIRE(again.size() == 1);
    CHECK(again[0].redelivered);
    CHECK(again[0].count == 2);
    CHECK(second.reject(again).ok());
    CHECK(take(first, 1).at(0).count == 3);
}

TEST_CASE("RabbitmqBroker: nobody else gets what a consumer holds, until it dies", "[backend]") {
    const auto options = own_queue();
    auto first = std::make_unique<RabbitmqBroker>(options);
    RabbitmqBroker second(options);
    publish(second, {"m-1", "m-2"});
    CHECK(ids_of(take(*first, 1)) == Ids{"m-1"});
    CHECK(ids_of(take(second, 1)) == Ids{"m-2"});
    CHECK(second.next(1) == Result<std::vector<Delivery>>(nothing_there));
    first.reset();
    const auto back = take(second, 1);
    REQUIRE(ids_of(back) == Ids{"m-1"});
    CHECK(back[0].redelivered);
    CHECK(back[0].count == 2);
}

TEST_CASE("RabbitmqBroker: deliveries that it does not hold are passed over", "[backend]") {
    const auto options = own_queue();
    RabbitmqBroker first(options);
    RabbitmqBroker second(options);
    publish(first, {"m-1", "m-2"});
    const auto one = take(first, 1);
    const auto two = take(second, 1);
    CHECK(second.acknowledge(one).ok());
    CHECK(second.reject(one).ok());
    CHECK(first.acknowledge(one).ok());
    CHECK(first.acknowledge(one).ok());
    CHECK(second.reject(two).ok());
    CHECK(ids_of(take(first, 1)) == Ids{"m-2"});
}

TEST_CASE("RabbitmqBroker: what was handed out too often is a dead letter", "[backend]") {
    auto options = own_queue();
    options.deliveries_max = 2;
    RabbitmqBroker broker(options);
    publish(broker, {"m-1"});
    CHECK(broker.reject(take(broker, 1)).ok());
    CHECK(broker.reject(take(broker, 1)).ok());
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(nothing_there));
    auto dead = own_queue();
    dead.queue = dead_letters_of(options.queue);
    RabbitmqBroker dead_letters(dead);
    CHECK(ids_of(take(dead_letters, 1)) == Ids{"m-1"});
}

TEST_CASE("RabbitmqBroker: a message that is no request is a dead letter", "[backend]") {
    const auto options = own_queue();
    RabbitmqChannel other_producer(options);
    REQUIRE_FALSE(other_producer.open().has_value());
    REQUIRE(other_producer.publish("odd", "{\"hello\": 1}") == Result<bool>(true));
    RabbitmqBroker broker(options);
    publish(broker, {"m-1"});
    CHECK(ids_of(take(broker, 1)) == Ids{"m-1"});
    auto dead = options;
    dead.queue = dead_letters_of(options.queue);
    RabbitmqChannel dead_letters(dead);
    REQUIRE_FALSE(dead_letters.open().has_value());
    const auto found = dead_letters.get();
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    CHECK((*found)->id == "odd");
}

TEST_CASE("RabbitmqBroker: a full queue refuses, and the connection lives on", "[backend]") {
    auto options = own_queue();
    options.length_max = 1;
    RabbitmqBroker broker(options);
    std::size_t accepted = 0;
    Result<std::string> answer("");
    for (int tries = 0; tries < 100 && answer.ok(); ++tries) {
        answer = broker.publish(payment("p"), "");
        if (answer.ok()) ++accepted;
    }
    CHECK(answer == Result<std::string>(refused_before_sending));
    CHECK(broker.last_message().starts_with("basic.nack"));
    CHECK(take(broker, accepted).size() == accepted);
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("RabbitmqBroker: a queue with other limits is refused by name", "[backend]") {
    auto options = own_queue();
    RabbitmqBroker first(options);
    publish(first, {"m-1"});
    options.deliveries_max = 7;
    RabbitmqBroker second(options);
    CHECK(second.publish(payment("p"), "") == Result<std::string>(refused_before_sending));
    CHECK(second.last_message().find("PRECONDITION_FAILED") != std::string::npos);
}

TEST_CASE("RabbitmqBroker: a wrong password is refused by name", "[backend]") {
    auto options = own_queue();
    options.password = "wrong";
    RabbitmqBroker broker(options);
    CHECK(broker.next(1) == Result<std::vector<Delivery>>(refused_before_sending));
    CHECK(broker.last_message().find("ACCESS_REFUSED") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::backend
