#include "harness/decode_for.hpp"

#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

Decoded decoded_for(const std::string& strategy, const std::string& more) {
    const testing::TemporaryFolder folder;
    return decode_for(folder.write("s.toml", minimal_with(more)), strategy, example_vocabulary());
}

TEST_CASE("decode for: another strategy takes the place of those in the file", "[harness]") {
    const Decoded decoded = decoded_for(
        "two-level/hardened",
        "scenario.claim = \"it holds\"\nscenario.claim_about = [\"redis-key\"]\n"
        "[strategy.redis-key]\nttl = \"1s\"\n"
        "[sweep]\n\"strategy.redis-key.ttl\" = [\"1s\", \"2s\"]\n\"workload.keys\" = [1, 2]\n"
        "[[expect]]\nverdict = \"violated\"\n[[regress]]\ntoken = \"op1-A\"\n"
    );
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 2);
    const Scenario& scenario = decoded.scenarios.front();
    REQUIRE(scenario.strategies.size() == 1);
    CHECK(scenario.strategies.front().label() == "two-level/hardened");
    CHECK(scenario.point == std::map<std::string, std::string>{{"workload.keys", "1"}});
    CHECK(scenario.expectations.empty());
    CHECK(scenario.regress.empty());
    CHECK(scenario.claim.text.empty());
}

TEST_CASE("decode for: one of the file keeps its options and what is expected", "[harness]") {
    const std::string more =
        "[strategy.\"redis-key/published\"]\nttl = \"9s\"\n"
        "[[expect]]\nstrategy = \"redis-key\"\nverdict = \"violated\"\n"
        "[[expect]]\nstrategy = \"*\"\nverdict = \"safe\"\n";
    const Decoded decoded = decoded_for("redis-key", more);
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 1);
    const Scenario& scenario = decoded.scenarios.front();
    const OptionValue nine(Duration(std::chrono::seconds(9)));
    CHECK(scenario.strategies.front().options.at("ttl") == nine);
    CHECK(scenario.expectations.size() == 2);
}

TEST_CASE("decode for: of several only the one that is meant stays", "[harness]") {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write(
        "s.toml",
        "onceproof = 1\nscenario.id = \"s\"\n"
        "strategies.use = [\"dedup-table\", \"redis-key/published\", \"redis-key/hardened\"]\n"
        "[[expect]]\nstrategy = \"dedup-table\"\nverdict = \"violated\"\n"
        "[[expect]]\nstrategy = \"redis-key/hardened\"\nverdict = \"violated\"\n"
    );
    const auto labels_for = [&](const std::string& strategy) {
        std::vector<std::string> labels;
        const Decoded decoded = decode_for(file, strategy, example_vocabulary());
        INFO(render(decoded.diagnostics));
        REQUIRE(decoded.scenarios.size() == 1);
        for (const StrategyUse& use : decoded.scenarios.front().strategies) {
            labels.push_back(use.label());
        }
        CHECK(decoded.scenarios.front().expectations.size() == 1);
        return labels;
    };
    CHECK(
        labels_for("redis-key") ==
        std::vector<std::string>{"redis-key/published", "redis-key/hardened"}
    );
    CHECK(labels_for("redis-key/hardened") == std::vector<std::string>{"redis-key/hardened"});
    CHECK(labels_for("dedup-table") == std::vector<std::string>{"dedup-table"});
}

TEST_CASE("decode for: an unknown strategy is told as one of the file would be", "[harness]") {
    const Decoded decoded = decoded_for("redis-kee", "");
    CHECK(decoded.scenarios.empty());
    CHECK(
        render(decoded.diagnostics).find("unknown strategy \"redis-kee\"; did you mean") !=
        std::string::npos
    );
}

}  // namespace
}  // namespace onceproof::harness
