#include "reports/trace_json.hpp"

#include <nlohmann/json.hpp>

#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "trace_json: steps, changes and violations of the trace, times in microseconds", "[reports]"
) {
    history::Trace trace = example_trace();
    trace.steps = {trace.steps[4], trace.steps[6]};
    CHECK(trace_json(trace) == R"gold({
  "format": "onceproof-trace",
  "version": 1,
  "lanes": [
    "c1",
    "w1",
    "w2",
    "redis",
    "fx"
  ],
  "steps": [
    {
      "at_us": 200800,
      "from": 3,
      "to": 3,
      "mark": "local",
      "text": "lock:pay-42 expired",
      "fault": "",
      "decision": "",
      "changes": [
        {
          "store": "redis",
          "name": "lock:pay-42",
          "content": null
        }
      ],
      "violations": []
    },
    {
      "at_us": 252500,
      "from": 2,
      "to": 4,
      "mark": "effect",
      "text": "charge -> ok",
      "fault": "",
      "decision": "w2:gateway.charge",
      "changes": [
        {
          "store": "effects",
          "name": "pay-42",
          "content": "2"
        }
      ],
      "violations": [
        "single_effect: 2 side effects for key pay-42 (step 3 by w1, step 7 by w2)"
      ]
    }
  ]
}
)gold");
}

TEST_CASE("trace_json: another reader finds every step again", "[reports]") {
    history::Trace trace = example_trace();
    trace.steps[0].text = "\"quoted\" \\ \x01 \xff";
    const auto json = nlohmann::json::parse(trace_json(trace));
    CHECK(json.at("lanes").size() == 5);
    REQUIRE(json.at("steps").size() == 7);
    CHECK(json.at("steps")[0].at("text") == "\"quoted\" \\ \x01 \xEF\xBF\xBD");
    CHECK(json.at("steps")[3].at("fault") == "gc_pause");
    CHECK(json.at("steps")[3].at("mark") == "fault");
    CHECK(json.at("steps")[4].at("changes")[0].at("content").is_null());
    CHECK(json.at("steps")[6].at("at_us") == 252500);
}

}  // namespace
}  // namespace onceproof::reports
