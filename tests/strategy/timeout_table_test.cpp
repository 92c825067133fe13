#include "impls/strategy/timeout_table.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::string_view lock = "idempotent:lock:pay-1";

struct Published : Desk {
    explicit Published(Effect effect = Effect::external)
        : Desk("timeout-table", "published", effect) {}
};

struct Committed : Desk {
    explicit Committed(Effect effect = Effect::external)
        : Desk("timeout-table", "published", effect, {{"claims", std::string("committed")}}) {}

    /// A worker that died between its claim and its effect, at 0.
    void leave_a_claim() {
        ports.elsewhere(
            "INSERT INTO idempotent_duplicate (request_id, request_type, status, timeout_time) "
            "VALUES ('pay-1', 'pay', 0, now() + interval '10 seconds')"
        );
    }
};

struct Hardened : Desk {
    explicit Hardened(Effect effect = Effect::external_idempotent)
        : Desk("timeout-table", "hardened", effect) {}
};

}  // namespace

TEST_CASE("timeout-table: lock, look-up, claim, work, status, unlock, then commit", "[strategy]") {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "kv.set",
            "sql.select",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "kv.get",
            "kv.del",
            "sql.commit"}
    );
    CHECK(desk.rows() == Calls{"pay-1 status 1 'paid order-1 100'"});
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.redis.ttl(lock, desk.ports.now_at) == std::nullopt);
}

TEST_CASE("timeout-table: A3-1 in one transaction nobody sees a pending row", "[strategy]") {
    Published desk;
    desk.ports.before("gateway.charge", [&] { CHECK(desk.rows().empty()); });
    CHECK(desk.ask() == done());
    Published failed;
    failed.ports.fail("gateway.charge", no_answer);
    CHECK(failed.ask() == error("timeout"));
    CHECK(failed.rows().empty());
    CHECK(failed.ports.take_calls().back() == "sql.rollback");
}

TEST_CASE("timeout-table: A3i commits the claim before the effect", "[strategy]") {
    Committed desk;
    desk.ports.before("gateway.charge", [&] {
        CHECK(desk.rows() == Calls{"pay-1 status 0"});
        CHECK(desk.ask() == in_progress_reply);
    });
    desk.ports.take_calls();
    CHECK(desk.ask() == done());
    Committed alone(Effect::in_transaction);
    CHECK(alone.ask() == done());
    CHECK(
        alone.ports.take_calls() ==
        Calls{
            "sql.open",
            "kv.set",
            "sql.select",
            "sql.insert",
            "sql.begin",
            "sql.insert",
            "sql.update",
            "sql.commit",
            "kv.get",
            "kv.del"}
    );
}

TEST_CASE("timeout-table: the timeout is 10 s from now, in whole seconds", "[strategy]") {
    Committed desk;
    desk.ports.now_at += 1900ms;
    desk.ports.fail("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    const auto row = desk.ports.database.committed("idempotent_duplicate").at(0);
    CHECK(std::get<Instant>(row.at(7)) == Instant(11s));
}

TEST_CASE("timeout-table: A3i a pending row is taken over after its timeout", "[strategy]") {
    Committed desk;
    desk.leave_a_claim();
    desk.ports.now_at += 10s;
    CHECK(desk.ask() == in_progress_reply);
    desk.ports.now_at += 1us;
    CHECK(desk.ask() == done());
}

TEST_CASE("timeout-table: A3-2 a takeover leaves the timeout where it was", "[strategy]") {
    Committed desk;
    desk.leave_a_claim();
    desk.ports.now_at += 11s;
    // The one that takes over makes the effect, and can write nothing after it.
    desk.ports.let_pass("sql.update");
    desk.ports.fail("sql.update", cut);
    desk.ports.fail("sql.update", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.rows() == Calls{"pay-1 status 0"});
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("timeout-table: A3-3 the late writer overwrites status and result", "[strategy]") {
    Committed desk;
    desk.ports.fail("gateway.charge", card_declined);
    desk.ports.before("sql.update", [&] {
        desk.ports.now_at += 31s;
        CHECK(desk.ask() == done());
        CHECK(desk.rows() == Calls{"pay-1 status 1 'paid order-1 100'"});
    });
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.rows() == Calls{"pay-1 status 2 'declined'"});
}

TEST_CASE(
    "timeout-table: A3-4 nothing asks the provider before an effect is repeated", "[strategy]"
) {
    Committed desk;
    desk.ports.fail("sql.update", cut);
    desk.ports.fail("sql.update", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.rows() == Calls{"pay-1 status 0"});
    desk.ports.now_at += 11s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("timeout-table: A3-5 status 2 is retried, whatever the failure was", "[strategy]") {
    Committed desk;
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.rows() == Calls{"pay-1 status 2 'timeout'"});
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("timeout-table: A3-6 the node's own clock decides", "[strategy]") {
    Committed desk;
    desk.ports.now_at += 180s;
    desk.leave_a_claim();
    desk.ports.now_at -= 180s;
    desk.ports.now_at += 60s;
    CHECK(desk.ask() == in_progress_reply);
    desk.ports.now_at += 131s;
    CHECK(desk.ask() == done());
}

TEST_CASE("timeout-table: A3-7 the lock outlives the timeout", "[strategy]") {
    Committed desk;
    desk.leave_a_claim();
    static_cast<void>(desk.ports.redis.set(lock, "the dead one's", {.ttl = 30s}, Instant{}));
    desk.ports.now_at += 29s;
    CHECK(desk.ask() == in_progress_reply);
    desk.ports.now_at += 1s;
    CHECK(desk.ask() == done());
}

TEST_CASE("timeout-table: an error while unlocking takes the reply's place", "[strategy]") {
    Published desk;
    desk.ports.fail("kv.get", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    CHECK(desk.rows().empty());
    CHECK(desk.charges() == 1);
    Published locked;
    locked.ports.fail("kv.set", no_answer);
    CHECK(locked.ask() == error("timeout"));
}

TEST_CASE("timeout-table: the hardened form needs no lock, and moves the timeout", "[strategy]") {
    Hardened desk;
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "gateway.charge"});
    desk.ports.now_at += 9s;
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 1s;
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    desk.ports.now_at += 9s;
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 1s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.rows().empty());
}

TEST_CASE("timeout-table: the hardened form in the effect's transaction", "[strategy]") {
    Hardened desk(Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit"}
    );
    CHECK(desk.ask() == duplicate());
}

TEST_CASE("timeout-table: rules", "[strategy]") {
    CHECK(
        breach_of("timeout-table", "hardened", {{"retention", Duration(1s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 1s"
    );
    CHECK(breach_of("timeout-table", "published", {{"retention", Duration(1s)}}) == "");
}

}  // namespace onceproof::strategy
