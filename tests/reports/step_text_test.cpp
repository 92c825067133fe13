#include "reports/step_text.hpp"

#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

using namespace std::chrono_literals;

TEST_CASE("step_text: quiet time is as exact as a reader needs", "[reports]") {
    CHECK(quiet_time(198ms + 900us) == "198 ms");
    CHECK(quiet_time(400s) == "400 s");
    CHECK(quiet_time(25h) == "25 h");
    CHECK(quiet_time(25h + 6min + 40s) == "25 h 6 min");
}

TEST_CASE("step_text: the gravest mark is shown, and said in words", "[reports]") {
    const TextStyle style;
    const auto steps = example_trace().steps;
    CHECK(step_mark(steps[0], style, "x") == "x");
    CHECK(step_mark(steps[2], style, "x") == "◆");
    CHECK(step_mark(steps[3], style, "x") == "↯");
    CHECK(step_mark(steps[6], style, "x") == "✖");
    CHECK(words_for(steps[3]) == "   FAULT gc_pause");
    CHECK(words_for(steps[6]) == "   VIOLATION");
    CHECK(change_text(steps[4].changes[0]) == "redis lock:pay-42 := (none)");
}

TEST_CASE("step_text: the columns in front of the lanes line up", "[reports]") {
    const history::Trace trace = example_trace();
    const std::vector<double> probability(7, 0.5);
    const TextStyle style{.width = 80, .ascii = true};
    const StepLead lead(trace, probability, style);
    CHECK(lead.head() == "  #    t ms P(bug)");
    CHECK(lead.of(6) == "  7   252.5 :  50%");
    CHECK(lead.columns() == lead.of(0).size());
}

}  // namespace
}  // namespace onceproof::reports
