#include "model/world/timed.hpp"

#include "tests/world/script.hpp"

// Timed order.

namespace onceproof::world {
namespace {

Reply get_and_charge(const Request& request, Env& env, Log&) {
    static_cast<void>(env.kv.get("k"));
    static_cast<void>(env.gateway.charge(request, std::nullopt));
    return {ReplyKind::done, ""};
}

/// 5 ms to the service and back, 2 ms to Redis, 30 ms to the gateway.
Config constant_times(Config config) {
    config.latencies.network = Distribution::constant(5ms);
    config.latencies.redis = Distribution::constant(2ms);
    config.latencies.gateway = Distribution::constant(30ms);
    return config;
}

/// A case of a scene, run to its end by option 0: "5ms c1:call.send", a line a step.
Lines run_of(Scene& scene, std::uint64_t case_seed, std::size_t fault_budget) {
    scene.world.order_by_time(case_seed);
    scene.world.reset(fault_budget);
    Lines lines;
    while (!scene.world.enabled().empty()) {
        const std::string now = std::to_string(scene.now() / Duration{1ms});
        lines.push_back(now + "ms " + scene.options().front());
        scene.take(scene.options().front());
    }
    return lines;
}

TEST_CASE("timed order: a call takes effect when its time is over", "[world]") {
    Scene scene(constant_times(one_caller()), get_and_charge, 0);
    CHECK(
        run_of(scene, 1, 0) ==
        Lines{
            "5ms c1:call.send",
            "7ms h1.1:kv.get",
            "37ms h1.1:gateway.charge",
            "42ms h1.1:call.reply"}
    );
}

TEST_CASE("timed order: whatever comes first is the one option without a fault", "[world]") {
    Config config = constant_times(one_caller());
    config.callers.push_back({.request = pay_1(), .start = 3ms});
    Scene scene(config, get_and_charge, 0);
    CHECK(
        run_of(scene, 1, 0) ==
        Lines{
            "5ms c1:call.send",
            "7ms h1.1:kv.get",
            "8ms c2:call.send",
            "10ms h2.1:kv.get",
            "37ms h1.1:gateway.charge",
            "40ms h2.1:gateway.charge",
            "42ms h1.1:call.reply",
            "45ms h2.1:call.reply"}
    );
    scene.world.order_by_time(1);
    scene.world.reset(0);
    CHECK(scene.options() == Lines{"c1:call.send"});
    // And back.
    scene.world.order_by_time({});
    scene.world.reset(0);
    CHECK(scene.now() == 0s);
    CHECK(scene.options() == Lines{"c1:call.send"});
    scene.take("c1:call.send");
    CHECK(scene.now() == 0s);
}

TEST_CASE("timed order: a case is the same each time, and another seed another case", "[world]") {
    Config config = one_caller();
    config.latencies.network = Distribution::exponential(10ms);
    config.latencies.redis = Distribution::lognormal(1ms, 9ms);
    Scene scene(config, get_and_charge, 0);
    const Lines first = run_of(scene, 1, 0);
    CHECK(run_of(scene, 2, 0) != first);
    CHECK(run_of(scene, 1, 0) == first);
    CHECK(
        first ==
        Lines{
            "6ms c1:call.send",
            "7ms h1.1:kv.get",
            "7ms h1.1:gateway.charge",
            "19ms h1.1:call.reply"}
    );
}

TEST_CASE("timed order: one fault more leaves the latencies of others as they were", "[world]") {
    Config config = with_faults({{.kind = FaultKind::stall, .at = "kv", .duration = 1s}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.latencies.network = Distribution::exponential(10ms);
    Scene scene(config, get_and_charge, 1);
    const auto second_caller = [](Lines lines) {
        std::erase_if(lines, [](const std::string& line) {
            return line.find("c2:") == std::string::npos && line.find("h2.") == std::string::npos;
        });
        return lines;
    };
    const Lines calm = second_caller(run_of(scene, 5, 1));
    scene.world.reset(1);
    Lines struck;
    while (!scene.world.enabled().empty()) {
        const Lines options = scene.options();
        const std::string now = std::to_string(scene.now() / Duration{1ms});
        struck.push_back(now + "ms " + options.front());
        const bool strike = options.back() == "h1.1:kv.get:stall";
        scene.take(strike ? options.back() : options.front());
    }
    CHECK(second_caller(struck) == calm);
    CHECK(scene.now() > 1s);
}

TEST_CASE("timed order: at one time any order of the actors is as likely", "[world]") {
    Config config = constant_times(one_caller());
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, get_and_charge, 0);
    std::size_t first_caller_first = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        scene.world.order_by_time(seed);
        scene.world.reset(0);
        first_caller_first += scene.options() == Lines{"c1:call.send"} ? 1 : 0;
    }
    CHECK(first_caller_first == 497);
}

TEST_CASE("timed order: a fault of a store comes at its moment, or lets it pass", "[world]") {
    const auto set_and_work = [](const Request& request, Env& env, Log&) {
        static_cast<void>(env.kv.set("k", "v", {}));
        static_cast<void>(env.gateway.charge(request, std::nullopt));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(
        constant_times(with_faults({{.kind = FaultKind::redis_restart, .max = 2}})), set_and_work, 2
    );
    // The run takes 42 ms; in the first 7 ms there is nothing to forget.
    Lines moments;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        scene.world.order_by_time(seed);
        scene.world.reset(2);
        while (!scene.world.enabled().empty()) {
            if (scene.options().front() == "world:time.pass") {
                CHECK(
                    scene.options() == Lines{"world:time.pass", "world:redis.restart:redis-restart"}
                );
                moments.push_back(std::to_string(scene.now() / Duration{1ms}) + "ms");
            }
            scene.take(scene.options().front());
        }
        CHECK(scene.now() == 42ms);
    }
    CHECK(moments == Lines{"40ms", "33ms", "39ms", "17ms", "28ms"});
}

TEST_CASE("timed order: what waits is struck at a moment as well", "[world]") {
    Scene scene(constant_times(with_faults({{.kind = FaultKind::cancelled}})), get_and_charge, 1);
    scene.world.order_by_time(2);
    scene.world.reset(1);
    while (scene.options() != Lines{"world:time.pass", "c1:call.cancel:cancelled"}) {
        REQUIRE(scene.options().size() == 1);
        scene.take(scene.options().front());
    }
    scene.take("c1:call.cancel:cancelled");
    // The moment is over.
    CHECK(scene.options().front() != "world:time.pass");
}

TEST_CASE("timed order: an answer on its way is lost when its caller gives up", "[world]") {
    Config config = constant_times(one_caller());
    config.attempts_max = 2;
    config.patience = 35ms;
    config.backoff = {1s};
    Scene scene(config, get_and_charge, 0);
    // The request arrives at 5 ms, the answer would at 42 ms.
    CHECK(
        run_of(scene, 1, 0) ==
        Lines{
            "5ms c1:call.send",
            "7ms h1.1:kv.get",
            "37ms h1.1:gateway.charge",
            "1045ms c1:call.send",
            "1047ms h1.2:kv.get",
            "1077ms h1.2:gateway.charge"}
    );
    CHECK(scene.now() == 1080ms);
}

TEST_CASE("timed order: PostgreSQL breaks a deadlock after a second, InnoDB at once", "[world]") {
    const auto lock_both = [](const Request& request, Env& env, Log&) {
        SqlSession& session = **env.sql.open();
        session.begin(Isolation::read_committed);
        const bool first = request.user == "user-1";
        const std::string one = "UPDATE item SET n = 2 WHERE name = 'a'";
        const std::string other = "UPDATE item SET n = 2 WHERE name = 'b'";
        if (session.execute(first ? one : other).ok() &&
            session.execute(first ? other : one).ok()) {
            static_cast<void>(session.commit());
        } else {
            static_cast<void>(session.rollback());
        }
        return Reply{ReplyKind::done, ""};
    };
    const auto broken_at = [&](fake::Dialect dialect) {
        Config config = one_caller();
        config.dialect = dialect;
        config.callers.push_back({.request = pay_1(), .start = 1ms});
        config.callers.back().request.user = "user-2";
        config.latencies.database = Distribution::constant(10ms);
        const auto insert_first = [&](const Request& request, Env& env, Log& log) {
            SqlSession& session = **env.sql.open();
            static_cast<void>(session.execute("INSERT INTO item (name, n) VALUES ('a', 1)"));
            static_cast<void>(session.execute("INSERT INTO item (name, n) VALUES ('b', 1)"));
            session.close();
            return lock_both(request, env, log);
        };
        Scene scene(config, insert_first, 0);
        for (const std::string& line : run_of(scene, 1, 0)) {
            if (line.find("sql.deadlock") != std::string::npos) {
                return line;
            }
        }
        return std::string("never");
    };
    // Both wait from 41 ms on, the first one from 40 ms.
    CHECK(broken_at(fake::Dialect::postgres) == "1040ms h1.1:sql.deadlock");
    CHECK(broken_at(fake::Dialect::mysql) == "41ms h1.1:sql.deadlock");
}

}  // namespace
}  // namespace onceproof::world
