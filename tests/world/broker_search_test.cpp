#include <map>
#include <set>
#include <utility>

#include "model/base/random.hpp"
#include "tests/world/queue.hpp"

// Worlds with a broker, searched through: exact counts, and states that are what they say.

namespace onceproof::world {
namespace {

using guarantee::Id;

/// Two producers and two consumers, and everything that can strike them.
Config busy_queue() {
    Config config = settling({0s, 400s});
    config.callers.push_back(config.callers.front());
    config.consumers = 2;
    config.attempts_max = 2;
    config.broker.redeliver_after = 30s;
    config.broker.producer_dedup = true;
    config.faults = {
        {.kind = FaultKind::reply_lost, .at = "broker"},
        {.kind = FaultKind::late, .at = "broker.publish", .duration = 1s},
        {.kind = FaultKind::stall, .at = "kv", .duration = 40s},
        {.kind = FaultKind::crash_after},
        {.kind = FaultKind::redelivery},
        {.kind = FaultKind::rebalance},
        {.kind = FaultKind::broker_down, .duration = 3s}};
    return config;
}

/// A caller of the service, two relays and a consumer.
Config busy_outbox() {
    Config config = one_caller();
    config.relays = 2;
    config.consumers = 1;
    config.asynchronous = true;
    config.broker_timeout = 6s;
    config.horizons = {0s};
    config.guarantees = {Id::single_effect, Id::no_lost_request, Id::no_stuck_key};
    config.faults = {
        {.kind = FaultKind::reply_lost, .at = "broker"},
        {.kind = FaultKind::crash_after},
        {.kind = FaultKind::redelivery},
        {.kind = FaultKind::broker_down, .duration = 3s}};
    return config;
}

/// What random walks have seen of each state: its options, and where each of them leads.
struct Futures {
    struct Step {
        Fingerprint next;
        std::size_t violations = 0;

        friend bool operator==(const Step&, const Step&) = default;
    };
    struct Future {
        std::set<explore::Option> options;
        std::map<explore::Option, Step> steps;
    };

    void walk(World& world, Random& random, std::size_t budget) {
        world.reset(budget);
        while (!world.enabled().empty()) {
            const std::span<const explore::Option> menu = world.enabled();
            Future& future = futures[world.fingerprint()];
            const std::set<explore::Option> options(menu.begin(), menu.end());
            if (future.options.empty()) {
                future.options = options;
            }
            contradictions += future.options == options ? 0 : 1;
            const auto index = static_cast<std::size_t>(random.below(menu.size()));
            const explore::Option option = menu[index];
            world.take(index);
            const Step step{world.fingerprint(), world.violations().size()};
            const auto [known, is_new] = future.steps.emplace(option, step);
            met_again += is_new ? 0 : 1;
            contradictions += known->second == step ? 0 : 1;
        }
    }

    std::map<Fingerprint, Future> futures;
    std::size_t contradictions = 0;
    std::size_t met_again = 0;
};

}  // namespace

TEST_CASE("broker: a consumer that marks first loses a message when it dies", "[world]") {
    Config config = settling({0s});
    config.faults = {{.kind = FaultKind::crash_after, .at = "kv.set"}};
    Search search(config, consumer(mark_first));
    const explore::ExhaustiveResult result = search.run(1);
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(
        sentences(result) ==
        Lines{
            "message m-1 of key pay-1 was acknowledged by k1, but no effect exists",
            "key pay-1 is stuck: no quiet retry succeeded, not even the last one after +0s (never)"}
    );
    REQUIRE(result.budgets.size() == 2);
    CHECK(result.budgets[0].states == 10);
    CHECK(result.budgets[1].states == 18);
}

TEST_CASE("broker: redelivery makes the effect twice without a guard, not with marks", "[world]") {
    for (const bool guarded : {false, true}) {
        Config config = settling({});
        config.consumers = 2;
        config.guarantees = {Id::single_effect, Id::no_lost_request};
        config.faults = {{.kind = FaultKind::redelivery}};
        Search search(config, consumer(guarded ? mark_first : charge_each));
        const explore::ExhaustiveResult result = search.run(1);
        CHECK(result.ending == explore::Ending::exhausted);
        CHECK(
            sentences(result) ==
            (guarded ? Lines{}
                     : Lines{"2 effects for key pay-1 (the last by k1); at most 1 allowed"})
        );
        CHECK(result.budgets[0].states == (guarded ? 10 : 8));
        CHECK(result.budgets[1].states == (guarded ? 53 : 31));
    }
}

TEST_CASE("broker: a message that nobody can handle keeps no search from its end", "[world]") {
    Config config = settling({0s, 400s});
    config.consumers = 2;
    Search search(config, consumer(refuse_all));
    const explore::ExhaustiveResult result = search.run(0);
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(result.budgets[0].states == 60);
    CHECK(
        sentences(result) == Lines{"key pay-1 is stuck: no quiet retry succeeded, not even the "
                                   "last one after +400s (never)"}
    );
}

TEST_CASE("broker: an outbox loses nothing, but may publish twice", "[world]") {
    Search search(busy_outbox(), outbox());
    const explore::ExhaustiveResult result = search.run(1);
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(
        sentences(result) == Lines{"2 effects for key pay-1 (the last by k1); at most 1 allowed"}
    );
    CHECK(result.budgets[0].states == 280);
    CHECK(result.budgets[1].states == 3982);
}

TEST_CASE("broker: law: states with equal fingerprints have equal futures", "[world]") {
    const std::vector<std::pair<Config, Script::Codes>> worlds{
        {busy_queue(), consumer(mark_first)},
        {busy_queue(), consumer(charge_each)},
        {busy_outbox(), outbox()}};
    for (const auto& [config, codes] : worlds) {
        Search search(config, codes);
        Futures futures;
        Random random(5);
        for (int run = 0; run < 4000; ++run) {
            futures.walk(search.world, random, 2);
        }
        CHECK(futures.contradictions == 0);
        CHECK(futures.met_again > 50'000);
    }
}

TEST_CASE("broker: both ways to restore see the same states, transitions and ends", "[world]") {
    const Config config = busy_queue();
    Search snapshot(config, consumer(mark_first), RestoreBy::snapshot);
    Search replay(config, consumer(mark_first), RestoreBy::replay);
    const explore::ExhaustiveResult one = snapshot.run(1);
    const explore::ExhaustiveResult two = replay.run(1);
    REQUIRE(one.budgets.size() == two.budgets.size());
    for (std::size_t i = 0; i < one.budgets.size(); ++i) {
        CHECK(one.budgets[i].states == two.budgets[i].states);
        CHECK(one.budgets[i].transitions == two.budgets[i].transitions);
        CHECK(one.budgets[i].ends == two.budgets[i].ends);
    }
    CHECK(one.outcomes == two.outcomes);
    CHECK(sentences(one) == sentences(two));
    CHECK(one.budgets.back().states == 6481);
}

}  // namespace onceproof::world
