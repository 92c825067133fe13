#include "impls/strategy/redis_key.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::string_view key = "idempotent:order:pay-1";
constexpr std::string_view result_key = "idempotent:order:pay-1:result";
const Reply empty_success{ReplyKind::duplicate, ""};

struct Published : Desk {
    explicit Published(const Options& single = {}, Effect effect = Effect::external)
        : Desk("redis-key", "published", effect, single) {}
};

struct LookThenSet : Published {
    LookThenSet() : Published({{"claim", std::string("look-then-set")}}) {}
};

}  // namespace

TEST_CASE("redis-key: claim, work, store the result", "[strategy]") {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "gateway.charge", "kv.set"});
    CHECK(desk.held(key) == "processing");
    CHECK(desk.held(result_key) == "paid order-1 100");
    CHECK(desk.ports.redis.ttl(key, desk.ports.now_at) == Duration(300s));
    CHECK(desk.ports.redis.ttl(result_key, desk.ports.now_at) == Duration(300s));
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "kv.get"});
}

TEST_CASE("redis-key: an effect in the database is a statement of its own", "[strategy]") {
    Published desk({}, Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"scope.bind", "kv.set", "sql.open", "sql.insert", "sql.close", "kv.set"}
    );
    CHECK(desk.payments() == 1);
}

TEST_CASE("redis-key: B1-1 while the first works, others get an empty success", "[strategy]") {
    Published desk;
    desk.ports.before("gateway.charge", [&] { CHECK(desk.ask() == empty_success); });
    CHECK(desk.ask() == done());
}

TEST_CASE("redis-key: B1-2 a claim whose worker died answers empty successes", "[strategy]") {
    Published desk;
    CHECK(desk.ports.redis.set(
        key, "processing", {.when = SetWhen::always, .ttl = 300s}, desk.ports.now_at
    ));
    CHECK(desk.ask() == empty_success);
    desk.ports.now_at += 300s;
    CHECK(desk.ask() == done());
}

TEST_CASE(
    "redis-key: B1-3, B1-4 the claim ends, and the operation runs again beside its result",
    "[strategy]"
) {
    Published desk;
    desk.ports.before("gateway.charge", [&] { desk.ports.now_at += 1s; });
    CHECK(desk.ask() == done());
    desk.ports.now_at += 299s;
    CHECK(desk.held(key).empty());
    CHECK(desk.held(result_key) == "paid order-1 100");
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("redis-key: B1-5 any error deletes the claim, also one after the effect", "[strategy]") {
    Published desk;
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "gateway.charge", "kv.del"});
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("redis-key: B1-6 a late failure deletes the successor's claim", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    desk.ports.before("kv.del", [&] {
        desk.ports.now_at += 300s;
        CHECK(desk.ask() == done());
        CHECK(desk.held(key) == "processing");
    });
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.held(key).empty());
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("redis-key: B1-7 a claim whose reply is lost answers empty successes", "[strategy]") {
    Published desk;
    desk.ports.lose_reply("kv.set", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ask() == empty_success);
    CHECK(desk.charges() == 0);
}

TEST_CASE("redis-key: B1-8, B1-9 clean-up that fails is not noticed", "[strategy]") {
    constexpr Error cancelled{ErrorKind::cancelled, Certainty::definite};
    Published failed;
    failed.ports.fail("gateway.charge", card_declined);
    failed.ports.fail("kv.del", cancelled);
    CHECK(failed.ask() == error("declined"));
    CHECK(failed.ask() == empty_success);
    Published unstored;
    unstored.ports.let_pass("kv.set");
    unstored.ports.fail("kv.set", cancelled);
    CHECK(unstored.ask() == done());
    CHECK(unstored.ask() == empty_success);
    unstored.ports.fail("kv.get", unreachable);
    CHECK(unstored.ask() == empty_success);
}

TEST_CASE("redis-key: B1-10 another payload gets the first one's result", "[strategy]") {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ask(pay_1_other) == duplicate());
}

TEST_CASE("redis-key: B1-11 what Redis forgets is done again", "[strategy]") {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ports.redis.del(key, desk.ports.now_at));
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("redis-key: in two commands the time to live may be missing", "[strategy]") {
    Published desk({{"acquire", std::string("two-commands")}});
    desk.ports.fail("kv.expire", unreachable);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"scope.bind", "kv.set", "kv.expire", "gateway.charge", "kv.set"}
    );
    CHECK(desk.ports.redis.ttl(key, desk.ports.now_at) == Duration::max());
}

TEST_CASE("redis-key: B1p looks up, works, and sets at the end", "[strategy]") {
    LookThenSet desk;
    desk.ports.before("gateway.charge", [&] { CHECK(desk.ask() == done()); });
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
    CHECK(desk.ask() == duplicate());
    LookThenSet alone;
    CHECK(alone.ask() == done());
    CHECK(alone.ports.take_calls() == Calls{"scope.bind", "kv.get", "gateway.charge", "kv.set"});
    CHECK(alone.held(key) == "paid order-1 100");
}

TEST_CASE("redis-key: B1p repeats for as long as its record cannot be written", "[strategy]") {
    LookThenSet desk;
    for (std::size_t i = 1; i <= 3; ++i) {
        desk.ports.fail("kv.set", unreachable);
        CHECK(desk.ask() == error("unavailable"));
        CHECK(desk.charges() == i);
    }
}

TEST_CASE("redis-key: a claim by plain SET overwrites a rival's", "[strategy]") {
    Published desk({{"claim", std::string("look-then-claim")}});
    desk.ports.before("kv.set", [&] { CHECK(desk.ask() == done()); });
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
    desk.ports.take_calls();
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.get", "kv.get"});
}

TEST_CASE("redis-key: errors before the effect are errors without one", "[strategy]") {
    for (const std::string word : {"set-nx", "look-then-set", "look-then-claim"}) {
        Published desk({{"claim", word}});
        desk.ports.fail(word == "set-nx" ? "kv.set" : "kv.get", unreachable);
        CHECK(desk.ask() == error("unavailable"));
        CHECK(desk.charges() == 0);
    }
    Published unclaimed({{"claim", std::string("look-then-claim")}});
    unclaimed.ports.fail("kv.set", unreachable);
    CHECK(unclaimed.ask() == error("unavailable"));
    CHECK(unclaimed.charges() == 0);
}

TEST_CASE("redis-key: a kept claim outlives a failure, for the one or the other", "[strategy]") {
    for (const auto& [word, definite, indefinite] :
         {std::tuple{"keep", true, true},
          {"delete", false, false},
          {"delete-definite", false, true}}) {
        CAPTURE(word);
        Published declined({{"failed", std::string(word)}});
        declined.ports.fail("gateway.charge", card_declined);
        CHECK(declined.ask() == error("declined"));
        CHECK(declined.held(key) == (definite ? "processing" : ""));
        Published unknown({{"failed", std::string(word)}});
        unknown.ports.fail("gateway.charge", no_answer);
        CHECK(unknown.ask() == error("timeout"));
        CHECK(unknown.held(key) == (indefinite ? "processing" : ""));
    }
}

TEST_CASE("redis-key: rules", "[strategy]") {
    CHECK(
        breach_of("redis-key", "hardened", {{"retention", Duration(29s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 29s"
    );
    CHECK(breach_of("redis-key", "published", {{"retention", Duration(29s)}}) == "");
    CHECK(
        breach_of("redis-key", "hardened", {{"ttl", Duration(2ms)}}) ==
        "ttl: ttl must be at least 3ms where it is renewed at a third of it, and is 2ms"
    );
    CHECK(
        breach_of("redis-key", "published", {{"renew", true}}) ==
        "renew: only a claim with an owner (keys = \"owned\") can be renewed"
    );
    CHECK(
        breach_of("redis-key", "hardened", {{"claim", std::string("look-then-set")}}) ==
        "claim: a claim with an owner is made by set-nx"
    );
    CHECK(
        breach_of("redis-key", "hardened", {{"acquire", std::string("two-commands")}}) ==
        "acquire: a claim with an owner is made by one-command"
    );
}

}  // namespace onceproof::strategy
