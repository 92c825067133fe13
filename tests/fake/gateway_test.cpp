#include "model/fake/gateway.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::fake {
namespace {

const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};

Request for_amount(std::int64_t amount) {
    Request other = request;
    other.amount = amount;
    return other;
}

Fingerprint print_of(const Gateway& gateway) {
    Hasher hasher;
    Naming naming;
    gateway.hash(hasher, naming);
    return hasher.finish();
}

}  // namespace

TEST_CASE(
    "gateway: one that is not idempotent makes an effect per call, whatever the key", "[fake]"
) {
    Gateway gateway(false);
    CHECK(gateway.charge(request, std::nullopt) == "paid order-1 100");
    CHECK(gateway.charge(request, "k") == "paid order-1 100");
    CHECK(gateway.charge(request, "k") == "paid order-1 100");
    CHECK(gateway.ledger().size() == 3);
    CHECK(gateway.find("k") == std::nullopt);
}

TEST_CASE(
    "gateway: an idempotent one makes an effect per downstream key and repeats its receipt",
    "[fake]"
) {
    Gateway gateway(true);
    CHECK(gateway.find("k") == std::nullopt);
    CHECK(gateway.charge(request, "k") == "paid order-1 100");
    CHECK(gateway.charge(for_amount(250), "k") == "paid order-1 100");
    CHECK(gateway.charge(for_amount(250), "other") == "paid order-1 250");
    CHECK(gateway.ledger().size() == 2);
    CHECK(gateway.find("k") == "paid order-1 100");
    CHECK(gateway.find("other") == "paid order-1 250");
}

TEST_CASE(
    "gateway: without a downstream key even an idempotent one makes an effect per call", "[fake]"
) {
    Gateway gateway(true);
    CHECK(gateway.charge(request, std::nullopt) == "paid order-1 100");
    CHECK(gateway.charge(request, std::nullopt) == "paid order-1 100");
    CHECK(gateway.charge(request, "") == "paid order-1 100");
    CHECK(gateway.ledger().size() == 3);
    CHECK(gateway.find("") == std::nullopt);
}

TEST_CASE("gateway: the ledger keeps what was asked for, oldest first", "[fake]") {
    Gateway gateway(false);
    gateway.charge(for_amount(1), "a");
    gateway.charge(for_amount(2), std::nullopt);
    CHECK(gateway.ledger()[0].request == for_amount(1));
    CHECK(gateway.ledger()[0].downstream_key == "a");
    CHECK(gateway.ledger()[1].request == for_amount(2));
    CHECK(gateway.ledger()[1].downstream_key.empty());
}

TEST_CASE("gateway: equal ledgers hash equally, others do not", "[fake]") {
    Gateway one(true);
    Gateway two(true);
    CHECK(print_of(one) == print_of(two));
    one.charge(request, "k");
    CHECK(print_of(one) != print_of(two));
    two.charge(request, "k");
    CHECK(print_of(one) == print_of(two));
    one.charge(request, "k");
    CHECK(print_of(one) == print_of(two));
    one.charge(for_amount(1), "a");
    two.charge(for_amount(2), "a");
    CHECK(print_of(one) != print_of(two));
}

TEST_CASE("gateway: what was ordered counts in the hash, since a receipt names it", "[fake]") {
    Gateway gateway(false);
    Request order_2 = request;
    order_2.order = "order-2";
    gateway.charge(request, std::nullopt);
    Gateway other(false);
    other.charge(order_2, std::nullopt);
    CHECK(print_of(gateway) != print_of(other));
}

}  // namespace onceproof::fake
