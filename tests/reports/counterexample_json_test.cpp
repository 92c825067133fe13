#include "reports/counterexample_json.hpp"

#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE("counterexample_json: one line, and what is as usual is left out", "[reports]") {
    history::Trace trace = example_trace();
    trace.steps = {trace.steps[0], trace.steps[4]};
    CHECK(
        counterexample_json(
            {.token = "op1-A",
             .trace = trace,
             .bug_probability = {0.25, 1},
             .cause = "no fault\n",
             .scenario = "onceproof = 1\n"},
            ScenarioText::left_out
        ) ==
        R"gold({"token":"op1-A","cause":"no fault\n","bug_probability":[0.25,1],)gold"
        R"gold("lanes":["c1","w1","w2","redis","fx"],"steps":[{"from":0,"to":1,)gold"
        R"gold("text":"POST /pay key=pay-42 (try 1)","decision":"c1:call"},{"at_us":200800,)gold"
        R"gold("from":3,"mark":"local","text":"lock:pay-42 expired",)gold"
        R"gold("changes":[{"store":"redis","name":"lock:pay-42"}]}]})gold"
        "\n"
    );
}

TEST_CASE("counterexample_json: what was written is read again", "[reports]") {
    constexpr auto kept = ScenarioText::kept;
    Counterexample one{.token = "op1-A", .trace = example_trace()};
    one.trace.steps[0].text = "</script>\n\"\\ \xE2\x80\xA8";
    Counterexample other{
        .token = "op1-B",
        .trace = {},
        .bug_probability = {0, 0.5},
        .cause = "two\nlines\n",
        .scenario = "onceproof = 1\n"};
    other.same_faults = {
        {.strategy = "x", .verdict = Verdict::proved, .states = 7, .idle = "reply-lost"},
        {.strategy = "y",
         .verdict = Verdict::violated,
         .states = 9,
         .token = "op1-C",
         .trace = example_trace()},
        {.strategy = "z", .states = 20'000}};
    const auto read =
        read_counterexamples(counterexample_json(one, kept) + counterexample_json(other, kept)).all;
    REQUIRE(read.size() == 2);
    CHECK(read.at(0).token == "op1-A");
    CHECK(read.at(0).trace == one.trace);
    CHECK(read.at(0).bug_probability.empty());
    CHECK(read.at(1).trace == other.trace);
    CHECK(read.at(1).bug_probability == other.bug_probability);
    CHECK(read.at(1).cause == other.cause);
    CHECK(counterexample_json(read.at(1), kept) == counterexample_json(other, kept));
    CHECK(read.at(1).scenario == "onceproof = 1\n");
    REQUIRE(read.at(1).same_faults.size() == 3);
    CHECK(read.at(1).same_faults[1].trace == example_trace());
}

TEST_CASE("counterexample_json: what no run wrote is refused", "[reports]") {
    CHECK(read_counterexamples("").all.empty());
    for (const char* text :
         {"{",
          "[]",
          "{\"steps\": []}",
          R"({"token": "t", "lanes": ["a"], "steps": [{"from": 1}]})",
          R"({"token": "t", "lanes": ["a"], "steps": [{"from": 0, "to": 2}]})",
          R"({"token": "t", "lanes": ["a"], "steps": [{"from": 0, "mark": "star"}]})"}) {
        CAPTURE(text);
        CHECK(read_counterexamples(text).all.empty());
        CHECK(read_counterexamples(text).unreadable > 0);
    }
}

}  // namespace
}  // namespace onceproof::reports
