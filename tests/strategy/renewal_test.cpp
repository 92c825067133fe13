#include "impls/strategy/renewal.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("renewal: a key that is another's, or gone, ends the task at once", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::external);
    Env env = desk.ports.env();
    renew_key(env, "k", "mine", 2s);
    CHECK(desk.ports.take_calls() == Calls{"sleep 2s", "kv.compare-and-expire"});
}

TEST_CASE("renewal: each time gives three periods", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::external);
    CHECK(desk.ports.redis.set("k", "mine", {.ttl = 6s}, desk.ports.now_at));
    desk.ports.let_pass("kv.compare-and-expire");
    desk.ports.before("kv.compare-and-expire", [&] {
        CHECK(desk.ports.redis.ttl("k", desk.ports.now_at) == Duration(4s));
        CHECK(desk.ports.redis.del("k", desk.ports.now_at));
    });
    Env env = desk.ports.env();
    renew_key(env, "k", "mine", 2s);
    CHECK(desk.ports.now_at == Instant(4s));
}

}  // namespace onceproof::strategy
