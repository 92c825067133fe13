#include "impls/strategy/set_once.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

struct Store {
    Desk desk{"no-guard", "baseline", Effect::external};
    Env env = desk.ports.env();

    bool set(const SetOnce& how) { return set_once(env.kv, "k", "v", how).value(); }
    [[nodiscard]] std::optional<Duration> left() const {
        return desk.ports.redis.ttl("k", desk.ports.now_at);
    }
};

}  // namespace

TEST_CASE("set-once: one command sets the key and its time", "[strategy]") {
    Store store;
    CHECK(store.set({.ttl = 3s}));
    CHECK(store.left() == Duration(3s));
    CHECK_FALSE(store.set({.ttl = 9s}));
    CHECK(store.left() == Duration(3s));
    CHECK(store.desk.ports.take_calls() == Calls{"kv.set", "kv.set"});
}

TEST_CASE("set-once: two commands, the second one only after a first that wrote", "[strategy]") {
    Store store;
    CHECK(store.set({.ttl = 3s, .two_commands = true}));
    CHECK(store.left() == Duration(3s));
    CHECK_FALSE(store.set({.ttl = 9s, .two_commands = true}));
    CHECK(store.desk.ports.take_calls() == Calls{"kv.set", "kv.expire", "kv.set"});
}

TEST_CASE("set-once: without a time, and ephemeral, the key has no expiry", "[strategy]") {
    Store endless;
    CHECK(endless.set({.two_commands = true}));
    CHECK(endless.left() == Duration::max());
    Store ephemeral;
    CHECK(ephemeral.set({.ttl = 3s, .ephemeral = true}));
    CHECK(ephemeral.left() == Duration::max());
    CHECK(ephemeral.desk.ports.take_calls() == Calls{"kv.set"});
}

TEST_CASE("set-once: the error is that of the first command", "[strategy]") {
    Store store;
    store.desk.ports.fail("kv.set", unreachable);
    CHECK(set_once(store.env.kv, "k", "v", {.ttl = 3s}).error() == unreachable);
    store.desk.ports.fail("kv.expire", unreachable);
    CHECK(store.set({.ttl = 3s, .two_commands = true}));
}

}  // namespace onceproof::strategy
