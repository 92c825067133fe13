#include "reports/lanes.hpp"

#include <algorithm>
#include <sstream>

#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "lanes: every step, change, fault and violation has its row, quiet time is folded", "[reports]"
) {
    LanesOptions options;
    options.style.width = 110;
    options.bug_probability = {0.03, 0.03, 0.04, 0.41, 0.66, 0.71, 1};
    CHECK(lanes(example_trace(), options) == R"(  #    t ms P(bug)  c1    w1    w2    redis fx
  1     0.0     3%    ●─────▶     │     │     │    c1 → w1: POST /pay key=pay-42 (try 1)
  2     0.8     3%    │     ●─────┼─────▶     │    w1 → redis: SET lock NX PX 200 -> OK
                      │     │     │     │     │      redis lock:pay-42 := w1, ttl 200 ms
                      ┊     ┊     ┊     ┊     ┊    1 ms pass
  3     2.4     4%    │     ●─────┼─────┼─────◆    w1 → fx: charge -> ok
                      │     │     │     │     │      effects pay-42 := 1
  4     2.5 ▃  41%    │     ↯     │     │     │    w1: paused 350 ms   FAULT gc_pause
                      ┊     ┊     ┊     ┊     ┊    198 ms pass
  5   200.8 ▅  66%    │     │     │     ●     │    redis: lock:pay-42 expired
                      │     │     │     │     │      redis lock:pay-42 := (none)
                      ┊     ┊     ┊     ┊     ┊    49 ms pass
  6   250.0 ▆  71%    ↯─────┼─────●     │     │    w2 → c1: no answer   FAULT reply_lost   TIMEOUT
                      ┊     ┊     ┊     ┊     ┊    2 ms pass
  7   252.5 █ 100%    │     │     ●─────┼─────✖    w2 → fx: charge -> ok   VIOLATION
                      │     │     │     │     │      effects pay-42 := 2
✖ single_effect violated at step 7: 2 side effects for key pay-42 (step 3 by w1, step 7 by w2)
)");
}

TEST_CASE("lanes: the ASCII form draws the same and wraps texts beside the lanes", "[reports]") {
    LanesOptions options;
    options.style.ascii = true;
    const std::string text = lanes(example_trace(), options);
    CHECK(text == R"(  #    t ms  c1    w1    w2    redis fx
  1     0.0    o----->     |     |     |    c1 -> w1: POST /pay key=pay-42
               |     |     |     |     |      (try 1)
  2     0.8    |     o-----+----->     |    w1 -> redis: SET lock NX PX 200 ->
               |     |     |     |     |      OK
               |     |     |     |     |      redis lock:pay-42 := w1, ttl 200
               |     |     |     |     |        ms
               :     :     :     :     :    1 ms pass
  3     2.4    |     o-----+-----+-----*    w1 -> fx: charge -> ok
               |     |     |     |     |      effects pay-42 := 1
  4     2.5    |     !     |     |     |    w1: paused 350 ms   FAULT gc_pause
               :     :     :     :     :    198 ms pass
  5   200.8    |     |     |     o     |    redis: lock:pay-42 expired
               |     |     |     |     |      redis lock:pay-42 := (none)
               :     :     :     :     :    49 ms pass
  6   250.0    !-----+-----o     |     |    w2 -> c1: no answer   FAULT
               |     |     |     |     |      reply_lost   TIMEOUT
               :     :     :     :     :    2 ms pass
  7   252.5    |     |     o-----+-----X    w2 -> fx: charge -> ok   VIOLATION
               |     |     |     |     |      effects pay-42 := 2
X single_effect violated at step 7: 2 side effects for key pay-42 (step 3 by w1,
  step 7 by w2)
)");
    CHECK(std::ranges::all_of(text, [](char byte) {
        return static_cast<unsigned char>(byte) < 0x80U;
    }));
}

TEST_CASE("lanes: without room beside them texts stand below numbered lanes", "[reports]") {
    history::Trace trace = example_trace();
    trace.steps.resize(3);
    LanesOptions options;
    options.style.width = 44;
    CHECK(lanes(trace, options) == R"(lanes: 1 c1, 2 w1, 3 w2, 4 redis, 5 fx
  #    t ms    1   2   3   4   5
  1     0.0    ●───▶   │   │   │
    c1 → w1: POST /pay key=pay-42 (try 1)
  2     0.8    │   ●───┼───▶   │
    w1 → redis: SET lock NX PX 200 -> OK
      redis lock:pay-42 := w1, ttl 200 ms
               ┊   ┊   ┊   ┊   ┊
    1 ms pass
  3     2.4    │   ●───┼───┼───◆
    w1 → fx: charge -> ok
      effects pay-42 := 1
)");
}

TEST_CASE("lanes: a long word is broken and nothing of it is lost, at every width", "[reports]") {
    history::Trace trace = example_trace();
    trace.steps.resize(1);
    trace.steps[0].text = std::string(150, 'q') + " " + std::string(70, 'z');
    for (std::size_t width = 1; width <= 200; ++width) {
        CAPTURE(width);
        LanesOptions options;
        options.style.width = width;
        const std::string text = lanes(trace, options);
        CHECK(std::ranges::count(text, 'q') == 150);
        CHECK(std::ranges::count(text, 'z') == 70);
    }
}

TEST_CASE(
    "lanes: no line is wider than asked for where texts stand beside the lanes", "[reports]"
) {
    for (std::size_t width = 76; width <= 130; ++width) {
        LanesOptions options;
        options.style.width = width;
        const std::string text = lanes(example_trace(), options);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            CAPTURE(line);
            CHECK(columns_of(line) <= width);
        }
    }
}

TEST_CASE("lanes: colour adds escape sequences and changes nothing else", "[reports]") {
    LanesOptions options;
    const std::string plain = lanes(example_trace(), options);
    options.style.colour = true;
    std::string coloured = lanes(example_trace(), options);
    CHECK(coloured.find("\x1b[31mVIOLATION\x1b[0m") != std::string::npos);
    CHECK(coloured.find("\x1b[33mFAULT\x1b[0m") != std::string::npos);
    for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
         at = coloured.find('\x1b')) {
        coloured.erase(at, coloured.find('m', at) + 1 - at);
    }
    CHECK(coloured == plain);
}

TEST_CASE("lanes: long pauses are folded in seconds and hours", "[reports]") {
    history::Trace trace;
    trace.lanes = {"c1"};
    for (const std::int64_t seconds : {0, 400, 400 + 90'360, 400 + 90'360 + 90'000}) {
        history::Step step;
        step.at = Instant(std::chrono::seconds(seconds));
        step.mark = history::Mark::local;
        step.text = "retry";
        trace.steps.push_back(step);
    }
    const std::string text = lanes(trace, {});
    CHECK(text.find("400 s pass") != std::string::npos);
    CHECK(text.find("25 h 6 min pass") != std::string::npos);
    CHECK(text.find("25 h pass") != std::string::npos);
}

TEST_CASE("lanes: a run without steps says so", "[reports]") {
    CHECK(lanes({}, {}) == "nothing happened\n");
}

}  // namespace
}  // namespace onceproof::reports
