#include "model/world/cast.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

Config config_of(std::size_t callers, std::size_t attempts) {
    Config config;
    config.callers.resize(callers);
    config.attempts_max = attempts;
    return config;
}

std::vector<std::string> names_of(const Cast& cast) {
    std::vector<std::string> names;
    for (std::size_t actor = 0; actor < cast.size(); ++actor) {
        names.push_back(cast[actor].name);
    }
    return names;
}

}  // namespace

TEST_CASE("cast: every attempt has a handler of its own, at a fixed place", "[world]") {
    const Cast cast(config_of(2, 2));
    CHECK(
        names_of(cast) ==
        std::vector<std::string>{
            "world", "network", "c1", "c2", "quiet", "hq", "h1.1", "h1.2", "h2.1", "h2.2"}
    );
    CHECK(cast.handler(1, 0, 0) == 8);
    CHECK(cast[8].caller == 1);
    CHECK(cast[8].attempt == 0);
    CHECK(cast.settler() == 4);
    CHECK(cast.settle_handler() == 5);
    CHECK(cast.first_handler() == 5);
    CHECK(cast.handlers() == 5);
    CHECK(cast[5].caller == 2);
    CHECK_FALSE(cast.has_tasks());
}

TEST_CASE("cast: environment and network have no fiber, everybody else has one", "[world]") {
    CHECK_FALSE(Cast::has_fiber(Cast::environment()));
    CHECK_FALSE(Cast::has_fiber(Cast::network()));
    CHECK(Cast::has_fiber(Cast::caller(0)));
}

TEST_CASE("cast: where a call may be resent, every attempt has a second handler", "[world]") {
    Config config = config_of(1, 2);
    config.faults = {{.kind = FaultKind::resent, .at = "call"}};
    const Cast cast(config);
    CHECK(
        names_of(cast) ==
        std::vector<std::string>{
            "world", "network", "c1", "quiet", "hq", "h1.1", "h1.1b", "h1.2", "h1.2b"}
    );
    CHECK(cast.handler(0, 1, 1) == 8);
    config.faults = {{.kind = FaultKind::resent, .at = "kv.set"}};
    CHECK(Cast(config).size() == 7);
}

TEST_CASE("cast: with tasks, every handler has one", "[world]") {
    Config config = config_of(1, 1);
    config.uses_tasks = true;
    const Cast cast(config);
    CHECK(
        names_of(cast) ==
        std::vector<std::string>{"world", "network", "c1", "quiet", "hq", "h1.1", "tq", "t1.1"}
    );
    CHECK(cast.task_of(cast.handler(0, 0, 0)) == 7);
    CHECK(cast[7].role == Role::task);
    CHECK(cast[7].handler == 5);
}

TEST_CASE("cast: consumers and relays come last, spread over the instances", "[world]") {
    Config config = config_of(1, 1);
    config.consumers = 3;
    config.relays = 1;
    config.instances = 2;
    const Cast cast(config);
    CHECK(
        names_of(cast) ==
        std::vector<std::string>{
            "world", "network", "c1", "quiet", "hq", "h1.1", "k1", "k2", "k3", "r1"}
    );
    CHECK(cast.first_worker() == 6);
    CHECK(cast.workers() == 4);
    CHECK(cast.handlers() == 2);
    CHECK(cast[6].role == Role::consumer);
    CHECK(cast[7].instance == 1);
    CHECK(cast[8].instance == 0);
    CHECK(cast[9].role == Role::relay);
}

TEST_CASE("cast: workers have tasks behind them, and nobody's number changes", "[world]") {
    Config config = config_of(1, 1);
    config.uses_tasks = true;
    config.consumers = 1;
    config.relays = 1;
    const Cast cast(config);
    CHECK(
        names_of(cast) ==
        std::vector<std::string>{
            "world", "network", "c1", "quiet", "hq", "h1.1", "tq", "t1.1", "k1", "r1", "tk1", "tr1"}
    );
    CHECK(cast.task_of(5) == 7);
    CHECK(cast.task_of(8) == 10);
    CHECK(cast[11].handler == 9);
}

TEST_CASE("cast: producers have no handlers", "[world]") {
    Config config = config_of(2, 3);
    config.load = Load::messages;
    config.consumers = 1;
    const Cast cast(config);
    CHECK(
        names_of(cast) ==
        std::vector<std::string>{"world", "network", "c1", "c2", "quiet", "hq", "k1"}
    );
    CHECK(cast[2].role == Role::producer);
}

}  // namespace onceproof::world
