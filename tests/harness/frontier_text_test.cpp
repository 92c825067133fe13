#include "harness/frontier_text.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

const Parameter ttl{"strategy.x.ttl", true, 50'000, 1'000, 1950};
const Parameter callers{"workload.callers", false, 1, 1, 2};

const Stretch low_violated{Fate::violated, 0, 300};
const Stretch high_safe{Fate::safe, 301, 1950};

TEST_CASE("frontier text: one border is a sentence with both sides of it", "[harness]") {
    CHECK(
        border_text(ttl, {low_violated, high_safe}) ==
        "safe while strategy.x.ttl > 350ms (350ms violated, 351ms safe)"
    );
    CHECK(
        border_text(callers, {{Fate::safe, 0, 1}, {Fate::violated, 2, 2}}) ==
        "safe while workload.callers < 3 (2 safe, 3 violated)"
    );
    CHECK(
        border_text(ttl, {{Fate::refused, 0, 300}, high_safe}) ==
        "safe while strategy.x.ttl > 350ms (350ms refused by the strategy's rules, 351ms safe)"
    );
}

TEST_CASE("frontier text: no border and several ones are told as they are", "[harness]") {
    CHECK(border_text(ttl, {{Fate::safe, 0, 1950}}) == "safe from 50ms to 2s");
    CHECK(
        border_text(ttl, {low_violated, {Fate::safe, 301, 301}, {Fate::violated, 302, 1950}}) ==
        "not monotone: violated from 50ms to 350ms, safe at 351ms, violated from 352ms to 2s"
    );
    CHECK(
        border_text(ttl, {low_violated, {Fate::open, 301, 1950}}) ==
        "violated from 50ms to 350ms, undecided from 351ms to 2s"
    );
}

TEST_CASE("frontier text: one parameter, with what the answer is worth", "[harness]") {
    const Frontier frontier{
        .tried = {{0, 975, 1950}},
        .cells =
            {{"s / x",
              {{"single_effect", {{{}, {low_violated, high_safe}}}},
               {"right_result", {{{}, {{Fate::safe, 0, 1950}}}}},
               {"bound_to_payload", {{{}, {{Fate::idle, 0, 1950}}}}},
               {"no_stuck_key", {{{}, {{Fate::safe, 0, 1950}}}}}}}},
        .fault_budget = 1,
        .proved = true,
        .values = 13};
    CHECK(
        frontier_text({ttl}, frontier, false) ==
        "s / x\n"
        "  single_effect: safe while strategy.x.ttl > 350ms (350ms violated, 351ms safe)\n"
        "  right_result, no_stuck_key: safe from 50ms to 2s\n"
        "  bound_to_payload: does not apply from 50ms to 2s\n"
        "\n"
        "safe: proved, every state with up to 1 fault; searched at 13 values\n"
        "borders are exact to 1ms where a verdict changes once between neighbours of those tried "
        "first, up to 975ms apart\n"
    );
}

TEST_CASE("frontier text: two parameters make a grid with a border for each row", "[harness]") {
    const Frontier frontier{
        .tried = {{0, 1, 2}, {0, 975, 1950}},
        .cells =
            {{"s / x",
              {{"single_effect",
                {{{Fate::safe, Fate::safe, Fate::safe}, {{Fate::safe, 0, 1950}}},
                 {{Fate::violated, Fate::safe, Fate::safe}, {low_violated, high_safe}},
                 {{Fate::violated, Fate::open, Fate::safe},
                  {low_violated, {Fate::open, 301, 1800}, {Fate::safe, 1801, 1950}}}}}}}},
        .fault_budget = 2,
        .proved = false,
        .values = 30};
    CHECK(
        frontier_text({callers, ttl}, frontier, true) ==
        "s / x\n"
        "  single_effect; down: workload.callers, across: strategy.x.ttl\n"
        "         50ms  1025ms      2s   safe while\n"
        "    1       #       #       #\n"
        "    2       X       #       #   > 350ms\n"
        "    3       X       ?       #   not monotone: violated from 50ms to 350ms, undecided from "
        "351ms to 1850ms, safe from 1851ms to 2s\n"
        "\n"
        "safe: held in random walks with up to 2 faults; searched at 30 pairs of values\n"
        "borders are exact to 1ms where a verdict changes once between neighbours of those tried "
        "first, up to 975ms apart\n"
    );
}

}  // namespace
}  // namespace onceproof::harness
