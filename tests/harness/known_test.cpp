#include "harness/known.hpp"

#include <algorithm>

#include "impls/strategy/catalog.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/window.hpp"
#include "model/world/fault.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

const FaultSpec& fault(std::string_view name) {
    const auto& faults = known_vocabulary().faults;
    const auto found = std::ranges::find(faults, name, &FaultSpec::name);
    REQUIRE(found != faults.end());
    return *found;
}

}  // namespace

TEST_CASE("known: every entry of the catalogs has its name here, in their order", "[harness]") {
    const Vocabulary& known = known_vocabulary();
    REQUIRE(known.strategies.size() == strategy::catalog().size());
    for (std::size_t i = 0; i < known.strategies.size(); ++i) {
        const strategy::Info& info = strategy::catalog()[i];
        CHECK(known.strategies[i].name == info.name);
        CHECK(known.strategies[i].presets.size() == info.presets.size());
        REQUIRE(known.strategies[i].options.size() == info.options.size());
        for (std::size_t j = 0; j < info.options.size(); ++j) {
            CHECK(known.strategies[i].options[j].name == info.options[j].name);
            CHECK(known.strategies[i].options[j].fallback == info.options[j].value);
            CHECK(known.strategies[i].options[j].words.size() == info.options[j].words.size());
        }
    }
    for (const StrategySpec& spec : known.strategies) {
        CHECK(static_cast<bool>(spec.rules) == !strategy::find(spec.name)->rules.empty());
    }
    CHECK(known.windows.size() == guarantee::windows.size());
    CHECK(known.faults.size() == world::all_faults().size());
    CHECK(known.points.size() == world::all_points().size());
    CHECK(known.guarantees.size() == guarantee::all.size());
}

TEST_CASE("known: a strategy's rules judge its options with the preset's", "[harness]") {
    using namespace std::chrono_literals;
    strategy::Info info;
    info.name = "two-locks";
    info.options = {
        {"ttl", Duration(1s), {}, "of the lock"}, {"keep", Duration(1h), {}, "of it all"}};
    info.presets = {{"published", {}}, {"short", {{"keep", Duration(1s)}}}};
    info.rules = {[](const strategy::Options& options, const strategy::Setting& setting) {
        const bool outlives =
            std::get<Duration>(options.find("keep")->second) >= setting.retry_window;
        return outlives ? std::nullopt
                        : std::optional(strategy::Breach{"keep", "it outlives the retries"});
    }};
    const StrategySpec spec = spec_of(info);
    CHECK(spec.rules({"two-locks", "published", {}}, 30s).empty());
    const auto preset = spec.rules({"two-locks", "short", {}}, 30s);
    REQUIRE(preset.size() == 1);
    CHECK(preset[0].option == "keep");
    CHECK(preset[0].rule == "it outlives the retries");
    CHECK(spec.rules({"two-locks", "short", {{"keep", Duration(31s)}}}, 30s).empty());
    CHECK(spec.rules({"two-locks", "published", {}}, 2h).size() == 1);
}

TEST_CASE(
    "known: a duration is at least a millisecond unless the catalog says otherwise", "[harness]"
) {
    using namespace std::chrono_literals;
    strategy::Info info;
    info.options = {
        {"ttl", Duration(1s), {}, "of the lock"},
        {"keep", Duration(1h), {}, "0s: for ever", Duration{0}}};
    const StrategySpec spec = spec_of(info);
    CHECK(spec.options[0].least == 1000);
    CHECK(spec.options[1].least == 0);
}

TEST_CASE("known: an option's type is that of its default", "[harness]") {
    const auto& strategies = known_vocabulary().strategies;
    const auto lock = std::ranges::find(strategies, "table-lock", &StrategySpec::name);
    REQUIRE(lock != strategies.end());
    const auto type_of = [&](std::string_view name) {
        return std::ranges::find(lock->options, name, &OptionSpec::name)->type;
    };
    CHECK(type_of("ttl") == OptionType::duration);
    CHECK(type_of("unlock") == OptionType::word);
    CHECK(type_of("renew") == OptionType::flag);
}

TEST_CASE("known: a fault takes the parameters that it has a use for", "[harness]") {
    CHECK(fault("stall").duration);
    CHECK(fault("late").duration);
    CHECK_FALSE(fault("reply-lost").duration);
    CHECK(fault("redis-failover").lose);
    CHECK_FALSE(fault("redis-failover").at);
    CHECK_FALSE(fault("redis-restart").lose);
    CHECK(fault("crash-before").at);
    for (const char* name : {"redis-down", "redis-read-only", "database-down", "clock-step"}) {
        CAPTURE(name);
        CHECK(fault(name).duration);
        CHECK_FALSE(fault(name).at);
    }
    CHECK(fault("database-failover").lose);
    CHECK(fault("redis-eviction").key);
    CHECK_FALSE(fault("redis-failover").key);
    CHECK_FALSE(fault("lease-session-expired").at);
}

TEST_CASE("known: a fault names the operations that it can strike", "[harness]") {
    CHECK(fault("declined").points == std::vector<std::string>{"gateway.charge"});
    CHECK(
        fault("statement-error").points ==
        std::vector<std::string>{"sql.select", "sql.insert", "sql.update", "sql.delete"}
    );
    CHECK(fault("stall").points.size() == 20);
    CHECK(fault("redis-restart").points.empty());
    CHECK(fault("cancelled").points == std::vector<std::string>{"call.send", "call.issue"});
    CHECK(fault("lock-timeout").points == fault("statement-error").points);
}

}  // namespace onceproof::harness
