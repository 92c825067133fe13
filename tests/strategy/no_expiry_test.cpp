#include "impls/strategy/no_expiry.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("no-expiry: claim and result have no end, or the result alone", "[strategy]") {
    for (const auto& [word, claim] :
         {std::pair{"both", Duration::max()}, {"result", Duration(300s)}}) {
        CAPTURE(word);
        Desk desk("no-expiry", "published", Effect::external, {{"endless", std::string(word)}});
        CHECK(desk.ask() == done());
        CHECK(desk.ports.redis.ttl("idempotent:order:pay-1", desk.ports.now_at) == claim);
        CHECK(
            desk.ports.redis.ttl("idempotent:order:pay-1:result", desk.ports.now_at) ==
            Duration::max()
        );
    }
}

TEST_CASE("no-expiry: a dead worker's claim stays for ever", "[strategy]") {
    Desk desk("no-expiry", "published", Effect::external);
    desk.ports.lose_reply("kv.set", no_answer);
    CHECK(desk.ask() == error("timeout"));
    desk.ports.now_at += 24h * 365;
    CHECK(desk.ask() == Reply{ReplyKind::duplicate, ""});
}

}  // namespace onceproof::strategy
