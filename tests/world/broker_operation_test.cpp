#include "model/world/broker_operation.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

using namespace std::chrono_literals;

const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};

Delivery delivery(std::uint32_t count) {
    return {
        .tag = 7,
        .message_id = "m-" + std::to_string(count),
        .request = request,
        .redelivered = count > 1,
        .count = count};
}

Fingerprint seen(const BrokerOperation& operation) {
    Hasher hasher;
    operation.hash_result(hasher, nullptr);
    return hasher.finish();
}

BrokerOperation next_with(std::vector<Delivery> batch) {
    BrokerOperation operation(OpCode::broker_next);
    operation.result = BrokerOperation::Answer{.message_id = "", .batch = std::move(batch)};
    return operation;
}

}  // namespace

TEST_CASE("broker operation: a publish reads as what goes to the broker", "[world]") {
    BrokerOperation publish(OpCode::broker_publish);
    publish.request = &request;
    CHECK(publish.call_text() == "publish pay-1");
    publish.message_id = "m-1";
    CHECK(publish.call_text() == "publish m-1 pay-1");
    CHECK(publish.result_text() == "ERROR timeout (may have been applied)");
    publish.result = BrokerOperation::Answer{.message_id = "m-1", .batch = {}};
    CHECK(publish.result_text() == "confirmed as m-1");
    publish.message_id = "";
    publish.again = true;
    CHECK(publish.call_text() == "once more pay-1");
    CHECK(publish.result_text() == "ok");
}

TEST_CASE("broker operation: deliveries read as message and key", "[world]") {
    BrokerOperation next = next_with({delivery(1), delivery(2)});
    CHECK(next.call_text() == "next");
    next.most = 5;
    CHECK(next.call_text() == "next up to 5");
    CHECK(next.result_text() == "m-1 pay-1, m-2 pay-1 (delivery 2)");
    BrokerOperation acknowledge(OpCode::broker_acknowledge);
    acknowledge.deliveries = next.result->batch;
    CHECK(acknowledge.call_text() == "acknowledge m-1 pay-1, m-2 pay-1");
    acknowledge.result = BrokerOperation::Answer{};
    CHECK(acknowledge.result_text() == "ok");
    BrokerOperation reject(OpCode::broker_reject);
    reject.deliveries = acknowledge.deliveries;
    CHECK(reject.call_text() == "reject m-1 pay-1, m-2 pay-1");
    reject.fail({ErrorKind::unavailable, Certainty::definite});
    CHECK(reject.result_text() == "ERROR unavailable");
}

TEST_CASE("broker operation: what a consumer learns is all of a delivery but its tag", "[world]") {
    const Fingerprint one = seen(next_with({delivery(1)}));
    Delivery other = delivery(1);
    other.tag = 8;
    CHECK(seen(next_with({other})) == one);
    other.request.amount = 250;
    CHECK(seen(next_with({other})) != one);
    other = delivery(1);
    other.message_id = "m-9";
    CHECK(seen(next_with({other})) != one);
    other = delivery(1);
    other.count = 2;
    CHECK(seen(next_with({other})) != one);
    CHECK(seen(next_with({})) != one);
    BrokerOperation failed(OpCode::broker_next);
    failed.fail({ErrorKind::connection_lost, Certainty::definite});
    CHECK(seen(failed) != one);
}

}  // namespace onceproof::world
