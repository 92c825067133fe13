#include "tests/world/explored.hpp"

// The service gives out the keys: a step of its own before the first attempt.

namespace onceproof::world {
namespace {

/// Tokens: given out with a uuid, used up by the first request that comes with them.
class Tokens final : public Strategy {
public:
    explicit Tokens(Log& log) : log_(log) {}

    Result<std::string> issue(const Request& request, Env& env) const override {
        const std::string token = "t-" + env.ids.uuid();
        log_.add("issue for " + request.order);
        const Result<bool> kept =
            env.kv.set(token, "", {.when = SetWhen::always, .ttl = std::nullopt});
        if (!kept.ok()) {
            return kept.error();
        }
        return token;
    }

    Reply handle(const Request& request, Env& env) const override {
        log_.add("handle " + request.key);
        const Result<bool> used = env.kv.del(request.key);
        if (!used.ok() || !*used) {
            return {ReplyKind::busy, ""};
        }
        const Result<std::string> receipt = env.gateway.charge(request, std::nullopt);
        return receipt.ok() ? Reply{ReplyKind::done, *receipt} : Reply{ReplyKind::error, ""};
    }

private:
    Log& log_;
};

/// A world with the tokens in it, driven option by option.
struct Counter {
    Counter(Config config, std::size_t fault_budget)
        : tokens(log),
          world(
              [&] {
                  config.strategy = &tokens;
                  config.issues = true;
                  return config;
              }(),
              RestoreBy::snapshot
          ) {
        world.reset(fault_budget);
    }

    [[nodiscard]] Lines options() const {
        Lines words;
        for (const explore::Option& option : world.enabled()) {
            words.push_back(world.describe(option));
        }
        return words;
    }
    void take_all(const std::vector<std::string_view>& wanted) {
        for (const std::string_view word : wanted) {
            const Lines words = options();
            CAPTURE(words, word);
            const auto place = std::find(words.begin(), words.end(), word);
            REQUIRE(place != words.end());
            world.take(static_cast<std::size_t>(place - words.begin()));
        }
    }
    void finish() {
        while (!world.enabled().empty()) {
            world.take(0);
        }
    }

    Log log;
    Tokens tokens;
    World world;
};

Config double_click() {
    Config config = one_caller();
    config.callers.push_back({.request = pay_1(), .start = 0s});
    return config;
}

const std::vector<std::string_view> first_key{"c1:call.issue", "h1.1:kv.set", "h1.1:call.reply"};

}  // namespace

TEST_CASE("issue: the caller asks for its key, and sends it with every attempt", "[world]") {
    Config config = one_caller();
    config.attempts_max = 2;
    config.horizons = {0s};
    Counter counter(config, 0);
    CHECK(counter.options() == Lines{"c1:call.issue"});
    counter.take_all(first_key);
    CHECK(counter.options() == Lines{"c1:call.send"});
    counter.finish();
    CHECK(counter.log.lines == Lines{"issue for order-1", "handle t-h1.1-1", "handle t-h1.1-1"});
}

TEST_CASE("issue: on a double click the first asks, and the other waits for the key", "[world]") {
    Counter counter(double_click(), 0);
    CHECK(counter.options() == Lines{"c1:call.issue"});
    counter.take_all(first_key);
    CHECK(counter.options() == Lines{"c1:call.send", "c2:call.send"});
    counter.finish();
    CHECK(counter.log.lines == Lines{"issue for order-1", "handle t-h1.1-1", "handle t-h1.1-1"});
}

TEST_CASE("issue: a caller that comes later finds the key", "[world]") {
    Config config = double_click();
    config.callers.back().start = 3s;
    Counter counter(config, 0);
    counter.finish();
    CHECK(counter.log.lines == Lines{"issue for order-1", "handle t-h1.1-1", "handle t-h1.1-1"});
}

TEST_CASE("issue: with a key per caller each asks for its own", "[world]") {
    Config config = double_click();
    config.identity = Identity::per_caller;
    Counter counter(config, 0);
    CHECK(counter.options() == Lines{"c1:call.issue", "c2:call.issue"});
    counter.finish();
    CHECK(
        counter.log.lines ==
        Lines{"issue for order-1", "issue for order-1", "handle t-h1.1-1", "handle t-h2.1-1"}
    );
}

TEST_CASE("issue: with a key per attempt each attempt asks for one", "[world]") {
    Config config = with_faults({{.kind = FaultKind::reply_lost, .at = "call.reply", .max = 2}});
    config.identity = Identity::per_attempt;
    config.attempts_max = 2;
    Counter counter(config, 1);
    counter.take_all(first_key);
    counter.take_all({"c1:call.send", "h1.1:kv.del", "h1.1:gateway.charge"});
    counter.take_all({"h1.1:call.reply:reply-lost"});
    counter.finish();
    CHECK(
        counter.log.lines ==
        Lines{"issue for order-1", "handle t-h1.1-1", "issue for order-1", "handle t-h1.2-1"}
    );
}

TEST_CASE("issue: a failure is retried like an attempt, and counts as one", "[world]") {
    Config config = with_faults({{.kind = FaultKind::refused, .at = "kv.set", .max = 2}});
    config.attempts_max = 2;
    config.guarantees = {guarantee::Id::no_foreign_error};
    Counter counter(config, 2);
    counter.take_all({"c1:call.issue", "h1.1:kv.set:refused", "h1.1:call.reply"});
    CHECK(counter.world.state().now - Instant{} == 10s);
    CHECK(counter.options() == Lines{"c1:call.issue"});
    counter.take_all({"c1:call.issue", "h1.2:kv.set:refused", "h1.2:call.reply"});
    CHECK(counter.options().empty());
}

TEST_CASE("issue: when the one who asks gives up, the next caller asks", "[world]") {
    Config config = double_click();
    config.faults = {{.kind = FaultKind::crash_before}};
    Counter counter(config, 1);
    counter.take_all({"c1:call.issue", "h1.1:kv.set:crash-before"});
    CHECK(counter.options().front() == "c2:call.issue");
    counter.finish();
    CHECK(counter.log.lines == Lines{"issue for order-1", "issue for order-1", "handle t-h2.1-1"});
}

TEST_CASE("issue: without a key that is known, a quiet retry asks for one", "[world]") {
    Config config = with_faults({{.kind = FaultKind::request_lost, .at = "call.issue"}});
    config.horizons = {0s};
    Counter counter(config, 1);
    counter.take_all({"c1:call.issue:request-lost"});
    counter.finish();
    CHECK(counter.log.lines == Lines{"issue for order-1", "handle t-hq-1"});
}

TEST_CASE("issue: the sizes of small spaces, by snapshot and by replay", "[world]") {
    Log log;
    const Tokens tokens(log);
    const auto with = [&](Identity identity, FaultRule rule) {
        Config config = double_click();
        config.issues = true;
        config.identity = identity;
        config.faults = {std::move(rule)};
        config.guarantees = {guarantee::Id::single_effect, guarantee::Id::no_stuck_key};
        config.horizons = {0s};
        return explored(config, tokens, 1);
    };
    const Lines stuck{
        "no_stuck_key: order order-1 is stuck: no quiet retry succeeded, not even the last one "
        "after +0s (never)"};
    const Explored resent =
        with(Identity::per_order, {.kind = FaultKind::resent, .at = "call.issue"});
    CHECK(resent.size == "187 states, 314 transitions");
    CHECK(resent.broken == stuck);
    const Explored crash = with(Identity::per_order, {.kind = FaultKind::crash_after});
    CHECK(crash.size == "118 states, 182 transitions");
    CHECK(crash.broken == stuck);
    const Explored tabs = with(Identity::per_caller, {.kind = FaultKind::late, .duration = 1s});
    CHECK(tabs.size == "272 states, 440 transitions");
    CHECK(
        tabs.broken ==
        Lines{
            "single_effect: 2 effects for order order-1 (key t-h2.1-1) (the last by h2.1); at most "
            "1 allowed",
            stuck.front()}
    );
}

}  // namespace onceproof::world
