#include "reports/sarif_flow.hpp"

#include <nlohmann/json.hpp>

#include "tests/reports/example_record.hpp"
#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

nlohmann::json flow_of(const history::Trace& trace) {
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    sarif_flow(json, trace, example_record().cells[0], example_record().cells[0].guarantees[0]);
    json.end_object();
    return nlohmann::json::parse(json.take()).at("codeFlows")[0].at("threadFlows")[0];
}

TEST_CASE("sarif_flow: steps are in order, with lane, words and state", "[reports]") {
    const nlohmann::json steps = flow_of(example_trace()).at("locations");
    REQUIRE(steps.size() == 7);
    CHECK(steps[1].at("executionOrder") == 2);
    CHECK(
        steps[1].at("location").at("message").at("text") == "w1 -> redis: SET lock NX PX 200 -> OK"
    );
    CHECK(steps[1].at("location").at("logicalLocations")[0].at("name") == "w1");
    CHECK(steps[1].at("state").at("redis lock:pay-42").at("text") == "w1, ttl 200 ms");
    CHECK(steps[4].at("state").at("redis lock:pay-42").at("text") == "(none)");
}

TEST_CASE("sarif_flow: of an entry that changed twice in a step the last counts", "[reports]") {
    history::Trace trace = example_trace();
    trace.steps.resize(2);
    trace.steps[1].changes = {{"db", "row", "1"}, {"db", "row", "2"}};
    const nlohmann::json steps = flow_of(trace).at("locations");
    CHECK(steps[1].at("state").size() == 1);
    CHECK(steps[1].at("state").at("db row").at("text") == "2");
}

TEST_CASE("uri_of: only what a URI may hold is left as it is", "[reports]") {
    CHECK(uri_of("scenarios/a-b_c.~1.toml") == "scenarios/a-b_c.~1.toml");
    CHECK(uri_of("a b%<é") == "a%20b%25%3C%C3%A9");
}

}  // namespace
}  // namespace onceproof::reports
