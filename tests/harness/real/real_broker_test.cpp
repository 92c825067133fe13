#include "harness/real/real_broker.hpp"

#include <chrono>

#include "tests/harness/real/broker_script.hpp"
#include "tests/harness/real/obstacle_text.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using world::BrokerTurn;

RealStore& server() {
    static const auto store = real_broker();
    return *store;
}

std::string play(BrokerScript& script) {
    return text_of(script.play_on(server()));
}

TEST_CASE("RealBroker: messages are handed out, given back and done with", "[real]") {
    BrokerScript script({});
    script.publish("m-1", "a");
    script.publish("m-1", "a");
    script.publish("", "b");
    const auto first = script.next(0, 2);
    const auto second = script.next(1);
    script.acknowledge(0, {first[0]});
    script.reject(1, second);
    script.acknowledge(1, second);
    const auto third = script.next(0);
    script.change(BrokerTurn::takes_back, 0);
    script.acknowledge(0, third);
    script.acknowledge(1, script.next(1));
    script.next(1);
    script.next(0);
    CHECK(play(script) == "");
}

TEST_CASE("RealBroker: a message comes back in each way there is", "[real]") {
    BrokerScript script({.redeliver_after = std::chrono::seconds(30)});
    script.publish("m-1", "a");
    script.publish("m-2", "b");
    script.next(0);
    script.change(BrokerTurn::redelivers, 0);
    script.next(1, 2);
    script.change(BrokerTurn::redelivers, 0);
    script.next(0);
    script.pass(std::chrono::seconds(30));
    script.change(BrokerTurn::patience_passes, 0);
    const auto batch = script.next(1, 2);
    script.acknowledge(1, batch);
    script.change(BrokerTurn::drives_again, 0);
    script.acknowledge(0, script.next(0));
    CHECK(play(script) == "");
}

TEST_CASE("RealBroker: what was handed out too often is a dead letter", "[real]") {
    BrokerScript script({.deliveries_max = 2});
    script.publish("m-1", "a");
    script.publish("m-2", "b");
    script.reject(0, script.next(0, 2));
    script.reject(0, script.next(0, 2));
    script.change(BrokerTurn::drives_again, 1);
    script.acknowledge(1, script.next(1));
    CHECK(play(script) == "");
}

TEST_CASE("RealBroker: a publish whose confirm is lost is made", "[real]") {
    BrokerScript script({});
    script.publish("m-1", "a", {.seen = Error{ErrorKind::timeout, Certainty::indefinite}});
    script.publish("m-2", "b", {.reach = world::Reach::lost});
    script.publish("m-3", "c");
    script.next(0);
    CHECK(play(script) == "");
}

TEST_CASE("RealBroker: a broker that drops what it has had before has no counterpart", "[real]") {
    BrokerScript script({.producer_dedup = true});
    script.publish("m-1", "a");
    script.publish("m-1", "a");
    const auto obstacle = script.play_on(server());
    REQUIRE(obstacle);
    CHECK(obstacle->kind == Obstacle::Kind::no_counterpart);
    CHECK(obstacle->step == 2);
}

TEST_CASE("RealBroker: a difference is told with its step", "[real]") {
    BrokerScript script({});
    script.publish("m-1", "a");
    SECTION("a delivery that is none of the first") {
        script.acknowledge(1, script.next_as_redelivered(1));
        CHECK(
            play(script) ==
            "2: next for k2 | m-1: a order of a 7 u, delivery 1, again | m-1: a order of a 7 u, "
            "delivery 1"
        );
    }
    SECTION("a message that is not done with") {
        script.acknowledge(1, script.next(1));
        LoggedRun run = script.run();
        run.contents.messages.at(0).state = fake::Broker::MessageState::ready;
        RealStore* const only = &server();
        CHECK(
            text_of(onceproof::harness::play(world::Config(), run, std::span(&only, 1))) ==
            "3: the queue at the end | messages 0 | messages "
        );
    }
}

TEST_CASE("RealBroker: its crash keeps what was confirmed", "[real]") {
    BrokerScript script({});
    script.publish("m-1", "a");
    script.next(0);
    script.add(world::StoreFault{
        .kind = world::FaultKind::broker_down, .duration = std::chrono::seconds(5)});
    script.change(BrokerTurn::takes_back, 0);
    script.pass(std::chrono::seconds(5));
    script.acknowledge(0, script.next(0));
    CHECK(play(script) == "");
}

TEST_CASE("RealBroker: it has nothing to do with other runs", "[real]") {
    const auto other = real_broker();
    BrokerScript script({});
    script.add(world::FaultsEnd{});
    CHECK_FALSE(script.play_on(*other));
    CHECK(other->version().empty());
    CHECK(server().version().starts_with("RabbitMQ 3."));
}

}  // namespace
}  // namespace onceproof::harness
