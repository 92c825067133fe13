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

/// A pool of a database that does not answer.
class Nowhere final : public Pool {
public:
    Sql& sql() override { return sql_; }
    Result<Done> run_script(std::string_view) override { return error; }
    [[nodiscard]] std::uint64_t round_trips() const override { return 0; }
    [[nodiscard]] std::string last_message() const override { return {}; }

private:
    static constexpr Error error{ErrorKind::unavailable, Certainty::definite};
    class NoSql final : public Sql {
        Result<SqlSession*> open() override { return error; }
    };
    NoSql sql_;
};

TEST_CASE("census: the gateway's ledger is counted for effects outside", "[bench]") {
    Subject subject;
    subject.ledger = Ledger::gateway;
    backend::LedgerGateway gateway(Effect::external, Duration{0});
    Nowhere nowhere;
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
    Nowhere nowhere;
    CHECK_FALSE(take_census(subject, nowhere, gateway).has_value());
}

TEST_CASE("answers: a first call must be done, a repeated one may be either success", "[bench]") {
    const std::string receipt = receipt_for(request);
    CHECK(wrong_answer(false, request, {ReplyKind::done, receipt}).empty());
    CHECK(wrong_answer(true, request, {ReplyKind::duplicate, receipt}).empty());
    CHECK(wrong_answer(true, request, {ReplyKind::done, receipt}).empty());
    CHECK(
        wrong_answer(false, request, {ReplyKind::error, "deadlock"}) ==
        "answered error (deadlock) to a first call"
    );
    CHECK_FALSE(wrong_answer(false, request, {ReplyKind::duplicate, receipt}).empty());
}

TEST_CASE("answers: only a repeated call may be told to come again", "[bench]") {
    const ReplyKind kind = GENERATE(ReplyKind::busy, ReplyKind::in_progress);
    CHECK(puts_off({kind, ""}));
    CHECK(wrong_answer(true, request, {kind, ""}).empty());
    CHECK_FALSE(wrong_answer(false, request, {kind, ""}).empty());
    CHECK_FALSE(puts_off({ReplyKind::duplicate, ""}));
}

TEST_CASE("answers: a success with another's receipt is wrong", "[bench]") {
    CHECK(
        wrong_answer(true, request, {ReplyKind::duplicate, "other"}) ==
        "answered duplicate (other) to a repeated call"
    );
}

}  // namespace
}  // namespace onceproof::bench
