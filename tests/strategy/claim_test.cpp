#include "impls/strategy/claim.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("claim: what must be unique is the key, or the order", "[strategy]") {
    CHECK(guarded({}, pay_1) == "pay-1");
    CHECK(guarded({.by_order = true}, pay_1) == "order-1");
}

TEST_CASE("claim: the effect's place decides the form", "[strategy]") {
    Desk same("dedup-table", "hardened", Effect::in_transaction);
    CHECK(same.ask() == done());
    CHECK(same.ports.take_calls().at(1) == "sql.begin");
    Desk elsewhere("dedup-table", "hardened", Effect::external);
    CHECK(elsewhere.ask() == done());
    CHECK(elsewhere.ports.take_calls().at(1) == "sql.insert");
}

TEST_CASE("claim: a sweep that finds no connection does nothing", "[strategy]") {
    Desk desk("dedup-table", "hardened", Effect::external);
    CHECK(desk.ask() == done());
    desk.ports.now_at += 24h * 31;
    desk.ports.fail("sql.open", unreachable);
    desk.sweep();
    CHECK(desk.rows().size() == 1);
    desk.sweep();
    CHECK(desk.rows().empty());
}

TEST_CASE("claim: a failed claim stays or goes by the kind of failure", "[strategy]") {
    static_assert(!releases(OnFailure::keep, Certainty::definite));
    static_assert(!releases(OnFailure::keep, Certainty::indefinite));
    static_assert(releases(OnFailure::release, Certainty::definite));
    static_assert(releases(OnFailure::release, Certainty::indefinite));
    static_assert(releases(OnFailure::release_definite, Certainty::definite));
    static_assert(!releases(OnFailure::release_definite, Certainty::indefinite));
    Desk kept("dedup-table", "hardened", Effect::external, {{"failed", std::string("keep")}});
    kept.ports.fail("gateway.charge", card_declined);
    CHECK(kept.ask() == declined_reply);
    CHECK(kept.rows() == Calls{"pay-1 status 0"});
    Desk released("dedup-table", "hardened", Effect::external, {{"failed", std::string("delete")}});
    released.ports.lose_reply("gateway.charge", no_answer);
    CHECK(released.ask() == error("timeout"));
    CHECK(released.ask() == done());
    CHECK(released.charges() == 2);
}

TEST_CASE("claim: a stable worker name lets a late failure release its successor", "[strategy]") {
    for (const auto& [word, rows] : {std::pair{"unique", 1U}, {"worker-name", 0U}}) {
        Desk desk("dedup-table", "hardened", Effect::external, {{"owner", std::string(word)}});
        desk.ports.fail("gateway.charge", card_declined);
        desk.ports.before("sql.delete", [&] {
            // Past the lease another attempt takes over, and is left unanswered.
            desk.ports.now_at += 10s;
            desk.ports.fail("gateway.charge", no_answer);
            CHECK(desk.ask() == error("timeout"));
            CHECK(desk.rows().size() == 1);
        });
        CHECK(desk.ask() == declined_reply);
        CHECK(desk.rows().size() == rows);
    }
}

}  // namespace onceproof::strategy
