#include "reports/compare_json.hpp"

#include <nlohmann/json.hpp>

#include "tests/reports/example_comparison.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

using Json = nlohmann::json;

TEST_CASE("compare_json: it has the base run and what became of each verdict", "[reports]") {
    const ExampleComparison example;
    const Json json = Json::parse(compare_json(example.base, example.compared));
    CHECK(json["started"] == "2026-11-30T06:41:07Z");
    REQUIRE(json["appeared"].size() == 1);
    CHECK(json["appeared"][0]["scenario"] == "lease");
    CHECK(json["appeared"][0]["point"]["strategy.redis-key.ttl"] == "50ms");
    CHECK(json["appeared"][0]["verdict"] == "violated");
    CHECK(json["appeared"][0]["before"] == "proved");
    CHECK(json["appeared"][0]["token"] == "op1-BBBBB");
    REQUIRE(json["fixed"].size() == 1);
    CHECK(json["fixed"][0]["verdict"] == "held");
    CHECK(json["still"].size() == 1);
    CHECK(json["undecided"].empty());
    CHECK(json["strategies"].size() == 3);
    CHECK(json["only_base"] == 0);
}

TEST_CASE("compare_json: costs have their interval and what they are over", "[reports]") {
    const ExampleComparison example;
    const Json json = Json::parse(compare_json(example.base, example.compared));
    REQUIRE(json["costs"].size() == 1);
    const Json& cost = json["costs"][0];
    CHECK(cost["run"] == "redis-key/1");
    CHECK(cost["name"] == "p99");
    CHECK(cost["over"] == Json::array({"p99<=+10%"}));
    CHECK(cost["low"].get<double>() <= cost["change"].get<double>());
    CHECK(cost["change"].get<double>() <= cost["high"].get<double>());
}

TEST_CASE("compare_json: whatever texts a run has, it is JSON in one line", "[reports]") {
    const RunRecord now = hostile_record();
    const Compared compared{.verdicts = compare(RunRecord{}, now), .costs = {}, .thresholds = {}};
    const std::string text = compare_json(now, compared);
    CHECK(Json::accept(text));
    CHECK_FALSE(commands_a_terminal(text));
}

}  // namespace
}  // namespace onceproof::reports
