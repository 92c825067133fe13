#include "bench/census.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

const Request request{.key = "k", .order = "o", .amount = 100, .user = "u"};

TEST_CASE("census: one effect for each key breaks nothing", "[bench]") {
    CHECK(broken_guarantee({.keys = 3, .repeated = 0}, 3).empty());
}

TEST_CASE("census: further effects of a key break single_effect", "[bench]") {
    CHECK(
        broken_guarantee({.keys = 3, .repeated = 2}, 3) ==
        "broke single_effect: 2 keys with more than one effect"
    );
    CHECK(
        broken_guarantee({.keys = 3, .repeated = 1}, 3) ==
        "broke single_effect: 1 key with more than one effect"
    );
}

TEST_CASE("census: a key without an effect breaks no_lost_request", "[bench]") {
    CHECK(
        broken_guarantee({.keys = 1, .repeated = 0}, 3) ==
        "broke no_lost_request: 2 keys without an effect"
    );
}

TEST_CASE("census: an effect of a key that nobody asked for breaks single_effect", "[bench]") {
    CHECK(
        broken_guarantee({.keys = 4, .repeated = 0}, 3) ==
        "broke single_effect: effects for 1 key that nobody asked for"
    );
}

TEST_CASE("census: the gateway's ledger is counted for effects outside", "[bench]") {
    Subject subject;
    subject.ledger = Ledger::gateway;
    backend::LedgerGateway gateway(Effect::external, Duration{0});
    backend::PostgresSql nowhere({.connection = "host=/nowhere", .pool = 1});
    CHECK(gateway.charge(request, std::nullopt).ok());
    CHECK(gateway.charge(request, std::nullopt).ok());
    const auto census = take_census(subject, nowhere, gateway);
    REQUIRE(census.has_value());
    CHECK(census->keys == 1);
    CHECK(census->repeated == 1);
}

TEST_CASE("census: a database that does not answer gives none", "[bench]") {
    Subject subject;
    subject.ledger = Ledger::table;
    subject.ledger_table = "payment";
    const backend::LedgerGateway gateway(Effect::external, Duration{0});
    backend::PostgresSql nowhere({.connection = "host=/nowhere", .pool = 1});
    CHECK_FALSE(take_census(subject, nowhere, gateway).has_value());
}

TEST_CASE("answers: a first call must be done, a duplicate may be either success", "[bench]") {
    const std::string receipt = receipt_for(request);
    CHECK(wrong_answer(Stream::first, request, {ReplyKind::done, receipt}).empty());
    CHECK(wrong_answer(Stream::duplicate, request, {ReplyKind::duplicate, receipt}).empty());
    CHECK(wrong_answer(Stream::duplicate, request, {ReplyKind::done, receipt}).empty());
    CHECK(
        wrong_answer(Stream::first, request, {ReplyKind::error, "deadlock"}) ==
        "answered error (deadlock) to a first call"
    );
    CHECK_FALSE(wrong_answer(Stream::first, request, {ReplyKind::duplicate, receipt}).empty());
}

TEST_CASE("answers: a success with another's receipt is wrong", "[bench]") {
    CHECK(
        wrong_answer(Stream::duplicate, request, {ReplyKind::duplicate, "other"}) ==
        "answered duplicate (other) to a duplicate call"
    );
}

}  // namespace
}  // namespace onceproof::bench
