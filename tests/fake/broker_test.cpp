#include "model/fake/broker.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::fake {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

constexpr Instant start{};

Request pay(int number) {
    return {
        .key = "pay-" + std::to_string(number),
        .order = "order-" + std::to_string(number),
        .amount = 100,
        .user = "user-1"};
}

/// A broker with the messages m-1 to m-`count` for pay-1 to pay-`count`.
Broker with_messages(Broker::Config config, int count) {
    Broker broker(config);
    for (int i = 1; i <= count; ++i) {
        broker.publish(pay(i), "m-" + std::to_string(i), {});
    }
    return broker;
}

Lines lines_of(const Broker& broker) {
    Lines lines;
    for (const Broker::Line& line : broker.describe()) {
        lines.push_back(line.name + " " + line.content);
    }
    return lines;
}

Lines ids_of(const std::vector<Delivery>& batch) {
    Lines ids;
    for (const Delivery& delivery : batch) {
        ids.push_back(delivery.message_id);
    }
    return ids;
}

Fingerprint print_of(const Broker& broker, Instant now) {
    Hasher hasher;
    broker.hash(hasher, now);
    return hasher.finish();
}

}  // namespace

TEST_CASE("broker: messages are handed out in the order in which they came", "[fake]") {
    Broker broker = with_messages({}, 3);
    CHECK(ids_of(broker.next(0, 2, start)) == Lines{"m-1", "m-2"});
    CHECK(ids_of(broker.next(1, 2, start)) == Lines{"m-3"});
    CHECK(broker.next(0, 2, start).empty());
    CHECK_FALSE(broker.has_ready());
}

TEST_CASE("broker: a delivery carries the request, its message's id and its count", "[fake]") {
    Broker broker = with_messages({}, 1);
    const std::vector<Delivery> first = broker.next(0, 1, start);
    REQUIRE(first.size() == 1);
    CHECK(first[0].request == pay(1));
    CHECK(first[0].message_id == "m-1");
    CHECK_FALSE(first[0].redelivered);
    CHECK(first[0].count == 1);
    broker.reject(0, first, start);
    const std::vector<Delivery> second = broker.next(1, 1, start);
    CHECK(second[0].redelivered);
    CHECK(second[0].count == 2);
    CHECK(second[0].tag != first[0].tag);
}

TEST_CASE("broker: what is acknowledged never comes back", "[fake]") {
    Broker broker = with_messages({.redeliver_after = 30s}, 2);
    const auto batch = broker.next(0, 2, start);
    broker.acknowledge(0, batch, start);
    broker.take_back(0);
    broker.expire(start + 1h);
    CHECK_FALSE(broker.has_ready());
    CHECK(broker.describe().empty());
    CHECK(broker.messages()[0].state == Broker::MessageState::acknowledged);
    CHECK(broker.messages()[0].consumer == 0);
}

TEST_CASE("broker: what is rejected goes to the end of the queue", "[fake]") {
    Broker broker = with_messages({}, 3);
    broker.reject(0, broker.next(0, 1, start), start);
    CHECK(ids_of(broker.next(0, 3, start)) == Lines{"m-2", "m-3", "m-1"});
}

TEST_CASE("broker: a dead consumer's deliveries come back, another's do not", "[fake]") {
    Broker broker = with_messages({}, 3);
    const auto first = broker.next(0, 2, start);
    const auto other = broker.next(1, 1, start);
    broker.take_back(0);
    CHECK(
        lines_of(broker) ==
        Lines{
            "m-1 pay-1, delivered once, ready",
            "m-2 pay-2, delivered once, ready",
            "m-3 pay-3, delivered once, unacknowledged by k2"}
    );
}

TEST_CASE("broker: a delivery comes back when the patience with it ends", "[fake]") {
    Broker broker = with_messages({.redeliver_after = 30s}, 2);
    const auto first = broker.next(0, 1, start);
    const auto second = broker.next(1, 1, start + 10s);
    CHECK(broker.next_deadline() == start + 30s);
    broker.expire(start + 30s - 1us);
    CHECK_FALSE(broker.has_ready());
    broker.expire(start + 30s);
    CHECK(broker.has_ready());
    CHECK(broker.next_deadline() == start + 40s);
    CHECK(ids_of(broker.next(1, 2, start + 40s)) == Lines{"m-1", "m-2"});
}

TEST_CASE("broker: without a patience no delivery comes back by time", "[fake]") {
    Broker broker = with_messages({}, 1);
    const auto batch = broker.next(0, 1, start);
    CHECK_FALSE(broker.next_deadline().has_value());
    broker.expire(start + 24h);
    CHECK_FALSE(broker.has_ready());
}

TEST_CASE("broker: acknowledging what was taken back changes nothing", "[fake]") {
    Broker broker = with_messages({.redeliver_after = 30s}, 1);
    const auto first = broker.next(0, 1, start);
    broker.acknowledge(0, first, start + 30s);
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered once, ready"});
    const auto second = broker.next(0, 1, start + 30s);
    broker.acknowledge(0, first, start + 31s);
    broker.reject(0, first, start + 31s);
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered 2 times, unacknowledged by k1"});
    broker.acknowledge(1, second, start + 31s);
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered 2 times, unacknowledged by k1"});
    broker.acknowledge(0, second, start + 31s);
    CHECK(broker.describe().empty());
}

TEST_CASE("broker: a single delivery comes back while its consumer works", "[fake]") {
    Broker broker = with_messages({}, 2);
    const auto batch = broker.next(0, 2, start);
    broker.take_back_message(1);
    broker.acknowledge(0, batch, start);
    CHECK(lines_of(broker) == Lines{"m-2 pay-2, delivered once, ready"});
}

TEST_CASE("broker: what was handed out too often is a dead letter", "[fake]") {
    Broker broker = with_messages({.deliveries_max = 2}, 1);
    broker.reject(0, broker.next(0, 1, start), start);
    CHECK(broker.has_ready());
    broker.reject(0, broker.next(0, 1, start), start);
    CHECK_FALSE(broker.has_ready());
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered 2 times, dead letter"});
    broker.drive_again(0);
    CHECK(broker.next(0, 1, start)[0].count == 3);
    broker.take_back(0);
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered 3 times, ready"});
}

TEST_CASE("broker: a message that nobody can handle rests until it is driven again", "[fake]") {
    Broker broker = with_messages({.rest_after = 2}, 1);
    for (int i = 0; i < 2; ++i) {
        broker.reject(0, broker.next(0, 1, start), start);
    }
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered 2 times, resting"});
    broker.drive_again(0);
    CHECK(lines_of(broker) == Lines{"m-1 pay-1, delivered 2 times, ready"});
}

TEST_CASE("broker: an acknowledged message can be driven again, and says so", "[fake]") {
    Broker broker = with_messages({}, 1);
    broker.acknowledge(0, broker.next(0, 1, start), start);
    broker.drive_again(0);
    broker.drive_again(0);
    const auto again = broker.next(0, 2, start);
    REQUIRE(again.size() == 1);
    CHECK(again[0].message_id == "m-1");
    CHECK(again[0].redelivered);
    CHECK(again[0].count == 2);
}

TEST_CASE("broker: ids are the producer's, or the broker's", "[fake]") {
    Broker given(Broker::Config{});
    CHECK(given.publish(pay(1), "m-7", {}) == "m-7");
    CHECK(given.publish(pay(1), "m-7", {}) == "m-7");
    CHECK(given.publish(pay(1), "", {}) == "b-3");
    CHECK(lines_of(given) == Lines{"m-7 pay-1, ready", "m-7 #2 pay-1, ready", "b-3 pay-1, ready"});
    Broker giving({.gives_ids = true});
    CHECK(giving.publish(pay(1), "m-7", {}) == "b-1");
    CHECK(giving.publish(pay(1), "m-7", {}) == "b-2");
}

TEST_CASE(
    "broker: producer dedup drops a publish that was accepted, but not a new session's", "[fake]"
) {
    using Producer = Broker::Producer;
    Broker broker({.gives_ids = true, .producer_dedup = true});
    CHECK(broker.publish(pay(1), "", Producer{1, 1}) == "b-1");
    CHECK(broker.publish(pay(1), "", Producer{1, 1}) == "b-1");
    CHECK(broker.messages().size() == 1);
    CHECK(broker.publish(pay(1), "", Producer{1, 2}) == "b-2");
    CHECK(broker.publish(pay(1), "", Producer{2, 1}) == "b-3");
    CHECK(broker.publish(pay(1), "", {}) == "b-4");
    Broker without(Broker::Config{});
    without.publish(pay(1), "m-1", Producer{1, 1});
    without.publish(pay(1), "m-1", Producer{1, 1});
    CHECK(without.messages().size() == 2);
}

TEST_CASE("broker: hash: deadlines count as distances", "[fake]") {
    Broker early = with_messages({.redeliver_after = 30s}, 1);
    Broker late = with_messages({.redeliver_after = 30s}, 1);
    early.next(0, 1, start);
    late.next(0, 1, start + 5s);
    CHECK(print_of(early, start) == print_of(late, start + 5s));
    CHECK(print_of(early, start) != print_of(late, start + 6s));
}

TEST_CASE("broker: hash: order, holder, count and state are seen", "[fake]") {
    Broker broker = with_messages({}, 2);
    const auto same = print_of(with_messages({}, 2), start);
    CHECK(print_of(broker, start) == same);
    const auto first = broker.next(0, 1, start);
    const Fingerprint held = print_of(broker, start);
    CHECK(held != same);
    broker.take_back(0);
    CHECK(print_of(broker, start) != same);
    broker.next(0, 1, start);
    broker.take_back(0);
    Broker other = with_messages({}, 2);
    other.next(1, 1, start);
    CHECK(print_of(other, start) != held);
    // Both were handed out once and came back; only the order differs.
    Broker turned = with_messages({}, 2);
    turned.next(0, 2, start);
    turned.take_back_message(1);
    turned.take_back_message(0);
    CHECK(print_of(broker, start) != print_of(turned, start));
}

TEST_CASE("broker: hash: what was accepted before is seen", "[fake]") {
    Broker one({.producer_dedup = true});
    Broker two({.producer_dedup = true});
    one.publish(pay(1), "m-1", Broker::Producer{1, 1});
    two.publish(pay(1), "m-1", Broker::Producer{2, 1});
    CHECK(print_of(one, start) != print_of(two, start));
}

}  // namespace onceproof::fake
