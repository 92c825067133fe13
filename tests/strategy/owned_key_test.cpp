#include "impls/strategy/owned_key.hpp"

#include "impls/strategy/key_record.hpp"
#include "tests/strategy/desk.hpp"

// The hardened Redis key.

namespace onceproof::strategy {
namespace {

constexpr std::string_view key = "idempotent:order:pay-1";
const std::string payload = "order-1/100/user-1";
const Reply unknown_reply{ReplyKind::busy, "nobody knows what became of it"};

struct Hardened : Desk {
    explicit Hardened(Effect effect = Effect::external, const Options& single = {})
        : Desk("redis-key", "hardened", effect, single) {}

    void hold(const KeyRecord& record, Duration ttl = 4s) {
        static_cast<void>(ports.redis.set(
            key, text_of(record), {.when = SetWhen::always, .ttl = ttl}, ports.now_at
        ));
    }
    [[nodiscard]] std::optional<KeyRecord> record() const { return record_of(held(key)); }
    [[nodiscard]] std::optional<Duration> left() const {
        return ports.redis.ttl(key, ports.now_at);
    }
};

}  // namespace

TEST_CASE("owned-key: claim, renewal, work, and a finish that compares the owner", "[strategy]") {
    Hardened desk;
    desk.ports.before("gateway.charge", [&] {
        CHECK(desk.record() == KeyRecord{KeyState::claimed, "uuid-1", payload, ""});
        CHECK(desk.left() == Duration(4s));
    });
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "scope.bind",
            "kv.set",
            "tasks.start 1333333us",
            "gateway.charge",
            "tasks.stop",
            "scope.detach",
            "kv.compare-and-set"}
    );
    CHECK(desk.record() == KeyRecord{KeyState::done, "", payload, "paid order-1 100"});
    CHECK(desk.left() == Duration(720h));
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "kv.get"});
}

TEST_CASE("owned-key: while another works it is busy, also if its claim just ended", "[strategy]") {
    Hardened desk;
    desk.hold({KeyState::claimed, "another", payload, ""});
    CHECK(desk.ask() == busy_reply);
    desk.ports.before("kv.get", [&] { desk.ports.now_at += 4s; });
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.charges() == 0);
}

TEST_CASE("owned-key: another payload is refused in every state", "[strategy]") {
    for (const KeyState state : {KeyState::claimed, KeyState::unknown, KeyState::done}) {
        Hardened desk;
        desk.hold({state, "another", payload, ""});
        CHECK(desk.ask(pay_1_other).kind == ReplyKind::mismatch);
    }
}

TEST_CASE("owned-key: a claim that the driver sent twice is recognised", "[strategy]") {
    Hardened desk;
    desk.ports.before("kv.set", [&] { desk.hold({KeyState::claimed, "uuid-1", payload, ""}); });
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
}

TEST_CASE("owned-key: a claim that went unanswered is taken back", "[strategy]") {
    Hardened desk;
    desk.ports.lose_reply("kv.set", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(
        desk.ports.take_calls() ==
        Calls{"scope.bind", "kv.set", "scope.detach", "kv.compare-and-delete"}
    );
    CHECK(desk.ask() == done());
    Hardened refused;
    refused.ports.fail("kv.set", unreachable);
    CHECK(refused.ask() == error("unavailable"));
    CHECK(refused.ports.take_calls() == Calls{"scope.bind", "kv.set"});
}

TEST_CASE("owned-key: a definite failure releases the claim, but not a successor's", "[strategy]") {
    Hardened desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == declined_reply);
    CHECK(desk.held(key).empty());
    desk.ports.fail("gateway.charge", card_declined);
    desk.ports.before("kv.compare-and-delete", [&] {
        desk.hold({KeyState::claimed, "another", payload, ""});
    });
    CHECK(desk.ask() == declined_reply);
    CHECK(desk.record()->owner == "another");
}

TEST_CASE("owned-key: an unknown failure is kept as unknown for the retention", "[strategy]") {
    for (const Effect effect : {Effect::external, Effect::in_transaction}) {
        Hardened desk(effect);
        desk.ports.lose_reply(
            effect == Effect::external ? "gateway.charge" : "sql.insert", no_answer
        );
        CHECK(desk.ask() == error("timeout"));
        CHECK(desk.record()->state == KeyState::unknown);
        CHECK(desk.left() == Duration(720h));
        desk.ports.now_at += 1h;
        CHECK(desk.ask() == unknown_reply);
        CHECK(desk.charges() + desk.payments() == 1);
    }
}

TEST_CASE(
    "owned-key: where the outside party dedups, the claim ends and a retry is safe", "[strategy]"
) {
    Hardened desk(Effect::external_idempotent);
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 4s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
}

TEST_CASE("owned-key: the finish is tried three times, and heard once is enough", "[strategy]") {
    Hardened desk;
    desk.ports.lose_reply("kv.compare-and-set", no_answer);
    CHECK(desk.ask() == done());
    CHECK(desk.record()->state == KeyState::done);
    const Calls calls = desk.ports.take_calls();
    CHECK(std::count(calls.begin(), calls.end(), "kv.compare-and-set") == 2);
    CHECK(desk.ask() == duplicate());
    Hardened down;
    for (int i = 0; i < 3; ++i) {
        down.ports.fail("kv.compare-and-set", unreachable);
    }
    CHECK(down.ask() == done());
    CHECK(down.record()->state == KeyState::claimed);
}

TEST_CASE("owned-key: a claim that was lost is recorded all the same", "[strategy]") {
    Hardened desk;
    desk.ports.before("kv.compare-and-set", [&] {
        CHECK(desk.ports.redis.del(key, desk.ports.now_at));
    });
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == duplicate());
    Hardened taken;
    taken.ports.before("kv.compare-and-set", [&] {
        taken.hold({KeyState::claimed, "another", payload, ""});
    });
    CHECK(taken.ask() == done());
    CHECK(taken.record()->owner == "another");
}

}  // namespace onceproof::strategy
