// One body, two arms: what the broker's port promises holds of the fake and of a real RabbitMQ, and
// both come to the same over the same commands.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/conformance/broker_laws.hpp"
#include "tests/conformance/broker_planted.hpp"
#include "tests/conformance/broker_rig.hpp"
#include "tests/conformance/planted.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/deliveries.hpp"

namespace onceproof::conformance {
namespace {

using Ids = std::vector<std::string>;

/// The arms in turn: the test case runs once with each.
std::unique_ptr<BrokerRig> each_arm(std::uint32_t deliveries_max) {
    const bool real = GENERATE(false, true);
    if (real) return std::make_unique<RabbitmqRig>(deliveries_max);
    return std::make_unique<FakeBrokerRig>(deliveries_max);
}

Ids sorted_ids_of(const std::vector<Delivery>& deliveries) {
    Ids ids = ids_of(deliveries);
    std::ranges::sort(ids);
    return ids;
}

TEST_CASE("Broker: a new message is handed out as it was published", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1"});
    const auto taken = take(rig->consumer(1), 1);
    REQUIRE(taken.size() == 1);
    CHECK(taken[0].message_id == "m-1");
    CHECK(taken[0].request == payment("m-1"));
    CHECK_FALSE(taken[0].redelivered);
    CHECK(taken[0].count == 1);
}

TEST_CASE("Broker: a message without an id gets one of its own", "[backends]") {
    const auto rig = each_arm(0);
    const auto one = rig->consumer(0).publish(payment("p"), "");
    const auto two = rig->consumer(0).publish(payment("p"), "");
    REQUIRE(one.ok());
    REQUIRE(two.ok());
    CHECK_FALSE(one->empty());
    CHECK(*one != *two);
    CHECK(ids_of(take(rig->consumer(0), 2)) == Ids{*one, *two});
}

TEST_CASE("Broker: two messages of one id are two messages", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1", "m-1"});
    CHECK(ids_of(take(rig->consumer(0), 2)) == Ids{"m-1", "m-1"});
}

TEST_CASE("Broker: next takes at most so many, in the order of publishing", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1", "m-2", "m-3"});
    CHECK(ids_of(*rig->consumer(0).next(2)) == Ids{"m-1", "m-2"});
    CHECK(ids_of(*rig->consumer(1).next(2)) == Ids{"m-3"});
    CHECK(rig->consumer(1).next(2) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("Broker: what is acknowledged never comes back", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1", "m-2"});
    const auto taken = take(rig->consumer(0), 2);
    CHECK(rig->consumer(0).acknowledge({&taken[1], 1}).ok());
    rig->kill(0);
    CHECK(ids_of(take(rig->consumer(0), 1)) == Ids{"m-1"});
    CHECK(rig->consumer(0).next(9) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("Broker: what is rejected comes back to anyone, and says so", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1"});
    for (std::uint32_t times = 1; times <= 4; ++times) {
        Broker& broker = rig->consumer(times % 2);
        const auto taken = take(broker, 1);
        REQUIRE(taken.size() == 1);
        CHECK(taken[0].count == times);
        CHECK(taken[0].redelivered == (times > 1));
        CHECK(broker.reject(taken).ok());
    }
}

TEST_CASE("Broker: the deliveries of a consumer that dies come back, no other's", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1", "m-2", "m-3"});
    CHECK(take(rig->consumer(0), 2).size() == 2);
    CHECK(ids_of(take(rig->consumer(1), 1)) == Ids{"m-3"});
    rig->kill(0);
    const auto back = take(rig->consumer(1), 2);
    CHECK(sorted_ids_of(back) == Ids{"m-1", "m-2"});
    for (const Delivery& delivery : back) {
        CHECK(delivery.redelivered);
        CHECK(delivery.count == 2);
    }
    CHECK(rig->consumer(0).next(9) == Result<std::vector<Delivery>>(nothing_there));
}

TEST_CASE("Broker: who does not hold a delivery cannot settle it", "[backends]") {
    const auto rig = each_arm(0);
    publish(rig->consumer(0), {"m-1"});
    const auto first = take(rig->consumer(0), 1);
    CHECK(rig->consumer(1).acknowledge(first).ok());
    CHECK(rig->consumer(1).reject(first).ok());
    rig->kill(0);
    const auto second = take(rig->consumer(1), 1);
    CHECK(ids_of(second) == Ids{"m-1"});
    // The consumer that is back knows the delivery of its former life.
    CHECK(rig->consumer(0).acknowledge(first).ok());
    CHECK(rig->consumer(1).acknowledge(first).ok());
    CHECK(rig->consumer(1).reject(second).ok());
    CHECK(take(rig->consumer(0), 1).at(0).count == 3);
}

TEST_CASE(
    "Broker: what was handed out too often is a dead letter, whatever the way", "[backends]"
) {
    const auto rig = each_arm(3);
    publish(rig->consumer(0), {"m-1", "m-2"});
    auto taken = take(rig->consumer(0), 2);
    CHECK(rig->consumer(0).reject(taken).ok());
    CHECK(take(rig->consumer(0), 2).size() == 2);
    rig->kill(0);
    taken = take(rig->consumer(1), 2);
    CHECK(rig->consumer(1).acknowledge({&taken[0], 1}).ok());
    CHECK(rig->consumer(1).reject({&taken[1], 1}).ok());
    CHECK(rig->consumer(1).next(9) == Result<std::vector<Delivery>>(nothing_there));
    CHECK(rig->dead_letters(1) == Ids{taken[1].message_id});
}

void report(const std::string& law, const Figures& figures) {
    tell({.server = "RabbitMQ", .version = rabbitmq_version(), .law = law, .figures = figures});
}

TEST_CASE("Broker: fake and RabbitMQ agree on every command", "[backends]") {
    Figures figures;
    CHECK(holds(broker_law(make_rig<FakeBrokerRig>, figures), settings().sequences));
    report("two consumers, dead letters after 1, 3 or no deliveries", figures);
}

TEST_CASE("Broker: fake and RabbitMQ keep the same over a crash of the node", "[backends]") {
    Figures figures;
    CHECK(holds(node_crash_law(figures), settings().one_for(100)));
    report("the node is killed and comes back", figures);
}

TEST_CASE("Broker: errors planted in the fake are caught within 500 sequences", "[backends]") {
    struct Planted {
        std::string name;
        BrokerFront front;
        /// A message that does not come is awaited for long, in each shorter sequence again.
        Shrink shrink = Shrink::no;
    };
    const std::vector<Planted> all{
        {"a redelivery does not say so", make_rig<HidesRedelivery>, Shrink::yes},
        {"a delivery's count stays 1", make_rig<CountsOne>, Shrink::yes},
        {"what is acknowledged comes back all the same", make_rig<ForgetsAcknowledgements>},
        {"what is rejected is gone", make_rig<DropsRejected>},
        {"who dies keeps its deliveries", make_rig<SurvivesDeath>},
        {"one delivery too many before a dead letter", make_patient_rig},
    };
    Part part{"RabbitMQ", rabbitmq_version(), "planted errors"};
    for (const Planted& planted : all) {
        Figures figures;
        part.caught.push_back(
            catch_planted(planted.name, broker_law(planted.front, figures), planted.shrink)
        );
    }
    tell(part);
}

}  // namespace
}  // namespace onceproof::conformance
