#include "tests/world/script.hpp"

// Virtual time, and what is written down of a run.

namespace onceproof::world {
namespace {

Reply lock_for_6_seconds(const Request&, Env& env, Log&) {
    const std::string me = env.ids.uuid();
    static_cast<void>(env.kv.set("lock", me, {.when = SetWhen::if_absent, .ttl = 6s}));
    static_cast<void>(env.kv.compare_and_delete("lock", me));
    return {ReplyKind::done, ""};
}

}  // namespace

TEST_CASE("world: the clock jumps only when nobody can act", "[world]") {
    Config config = one_caller();
    config.callers.push_back({.request = pay_1(), .start = 3s});
    const auto get = [](const Request&, Env& env, Log&) {
        static_cast<void>(env.kv.get("k"));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(config, get, 0);
    for (const char* word : {"c1:call.send", "h1.1:kv.get", "h1.1:call.reply"}) {
        CHECK(scene.now() == 0s);
        CHECK(scene.options() == Lines{word});
        scene.take(word);
    }
    CHECK(scene.now() == 3s);
    CHECK(scene.options() == Lines{"c2:call.send"});
}

TEST_CASE("world: absolute time counts from the moment on that some code has read it", "[world]") {
    const auto prints = [](const Script::Code& code) {
        std::vector<Fingerprint> both;
        for (const Duration start : {Duration(1s), Duration(2s)}) {
            Config config = one_caller();
            config.callers.front().start = start;
            Scene scene(config, code, 0);
            scene.take_all({"c1:call.send", "h1.1:sql.select"});
            both.push_back(scene.world.fingerprint());
        }
        return both;
    };
    const auto blind = prints([](const Request&, Env& env, Log&) {
        static_cast<void>((*env.sql.open())->execute("SELECT n FROM item"));
        return Reply{ReplyKind::done, ""};
    });
    CHECK(blind[0] == blind[1]);
    const auto looks = prints([](const Request&, Env& env, Log&) {
        static_cast<void>((*env.sql.open())->execute("SELECT n FROM item"));
        static_cast<void>(env.clock.now());
        return Reply{ReplyKind::done, ""};
    });
    CHECK(looks[0] != looks[1]);
}

TEST_CASE("world: a timestamp that a statement gave back is a look at absolute time", "[world]") {
    const auto prints = [](const char* column) {
        Config config = with_faults(
            {{.kind = FaultKind::stall, .at = "kv", .duration = 1s},
             {.kind = FaultKind::stall, .at = "kv", .duration = 2s}}
        );
        config.patience = 500ms;
        const auto look = [column](const Request&, Env& env, Log&) {
            SqlSession& session = **env.sql.open();
            static_cast<void>(session.execute("INSERT INTO item (name, n) VALUES ('a', 1)"));
            static_cast<void>(session.execute("SELECT " + std::string(column) + " FROM item"));
            static_cast<void>(session.execute("DELETE FROM item"));
            static_cast<void>(env.kv.get("k"));
            static_cast<void>(env.kv.get("k"));
            return Reply{ReplyKind::done, ""};
        };
        std::vector<Fingerprint> both;
        for (const std::size_t stall : {1U, 2U}) {
            Scene scene(config, look, 1);
            scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.select", "h1.1:sql.delete"}
            );
            scene.world.take(stall);
            CHECK(scene.now() == Duration(1s) * stall);
            both.push_back(scene.world.fingerprint());
        }
        return both;
    };
    const std::vector<Fingerprint> blind = prints("n");
    CHECK(blind[0] == blind[1]);
    const std::vector<Fingerprint> looks = prints("at");
    CHECK(looks[0] != looks[1]);
}

TEST_CASE("world: what is recorded says who did what, and what it changed", "[world]") {
    Scene scene(
        with_faults({{.kind = FaultKind::stall, .at = "kv.set", .duration = 9s}}),
        lock_for_6_seconds,
        1
    );
    scene.world.record(true);
    const std::vector<std::string> lanes = scene.world.lanes();
    scene.take("c1:call.send");
    const std::vector<history::Step> sent = scene.world.take_notes();
    REQUIRE(sent.size() == 1);
    CHECK(lanes[sent[0].from] == "c1");
    CHECK(lanes[sent[0].to] == "service");
    CHECK(sent[0].text == "pay order-1 100 key=pay-1 (attempt 1, instance 1)");
    scene.take("h1.1:kv.set:stall");
    const std::vector<history::Step> notes = scene.world.take_notes();
    REQUIRE(notes.size() == 3);
    CHECK(lanes[notes[0].to] == "redis");
    CHECK(notes[0].text == "set lock = h1.1-1 NX PX 6000 -> yes");
    CHECK(notes[0].fault == "stall for 9s");
    CHECK(notes[0].mark == history::Mark::fault);
    CHECK(notes[0].changes == std::vector<history::Change>{{"redis", "lock", "h1.1-1, ttl 6s"}});
    CHECK(notes[1].text == "gives up waiting for the answer");
    CHECK(notes[1].at == Instant(5s));
    CHECK(notes[2].text == "lock expires");
    CHECK(notes[2].at == Instant(6s));
    CHECK(notes[2].changes == std::vector<history::Change>{{"redis", "lock", std::nullopt}});
}

}  // namespace onceproof::world
