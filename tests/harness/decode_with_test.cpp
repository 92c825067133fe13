#include "harness/decode_with.hpp"

#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

Decoded decoded_with(const std::string& more, const std::vector<Setting>& settings) {
    const testing::TemporaryFolder folder;
    return decode_with(folder.write("s.toml", minimal_with(more)), settings, example_vocabulary());
}

TEST_CASE("decode with: values are put in where a sweep could put them", "[harness]") {
    const Decoded decoded = decoded_with(
        "faults.budget = 1\n[[fault]]\nkind = \"stall\"\nfor = \"1s\"\n",
        {{"strategy.redis-key.ttl", "70ms"},
         {"workload.callers", std::int64_t{3}},
         {"fault.stall.for", "9s"}}
    );
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 1);
    const Scenario& scenario = decoded.scenarios.front();
    const OptionValue seventy(Duration(std::chrono::milliseconds(70)));
    CHECK(scenario.strategies.front().options.at("ttl") == seventy);
    CHECK(scenario.workload.callers == 3);
    CHECK(scenario.faults.front().duration == std::chrono::seconds(9));
    CHECK(scenario.point.empty());
}

TEST_CASE("decode with: a path that was swept is swept no more, the others are", "[harness]") {
    const std::string sweep = GENERATE(
        "[sweep]\n\"strategy.redis-key.ttl\" = [\"1s\", \"2s\"]\n\"workload.keys\" = [1, 2]\n",
        "[sweep]\nstrategy.redis-key.ttl = [\"1s\", \"2s\"]\nworkload.keys = [1, 2]\n"
    );
    const Decoded decoded = decoded_with(sweep, {{"strategy.redis-key.ttl", "70ms"}});
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 2);
    CHECK(
        decoded.scenarios.back().point == std::map<std::string, std::string>{{"workload.keys", "2"}}
    );
}

TEST_CASE("decode with: expectations and recorded failures are of other values", "[harness]") {
    const Decoded decoded = decoded_with(
        "[sweep]\n\"strategy.redis-key.ttl\" = [\"1s\"]\n"
        "[[expect]]\nwhere.\"strategy.redis-key.ttl\" = [\"1s\"]\nverdict = \"violated\"\n"
        "[[regress]]\ntoken = \"op1-A\"\n",
        {{"strategy.redis-key.ttl", "70ms"}}
    );
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 1);
    CHECK(decoded.scenarios.front().expectations.empty());
    CHECK(decoded.scenarios.front().regress.empty());
}

TEST_CASE("decode with: a path or a value that cannot be is told with its setting", "[harness]") {
    const auto told = [](const Setting& setting) {
        return render(decoded_with("", {setting}).diagnostics);
    };
    CHECK(
        told({"strategy.redis-key.tll", "70ms"})
            .find("--param:1:1: error: unknown option of redis-key \"tll\"; did you mean") == 0
    );
    CHECK(
        told({"scenario.id", "x"}).find("--param:1:1: error: \"scenario.id\" cannot be swept") == 0
    );
    CHECK(told({"workload.callers", "70ms"}).find("--param:1:1: error: ") == 0);
}

}  // namespace
}  // namespace onceproof::harness
