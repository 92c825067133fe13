#include "model/explore/space.hpp"

#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace onceproof;
using explore::BrokenGuarantees;
using explore::Ending;
using explore::ExhaustiveRequest;
using explore::Progress;
using explore::Space;

TEST_CASE("space: the first reason to end counts", "[explore]") {
    const ExhaustiveRequest request;
    Space space(request, 2, {}, 1);
    CHECK_FALSE(space.ended());
    space.end(Ending::states_limit);
    space.end(Ending::stopped);
    CHECK(space.ended());
    const Space::Outcome outcome = space.finish();
    CHECK(outcome.counts.ending == Ending::states_limit);
    CHECK(outcome.counts.fault_budget == 2);
}

TEST_CASE("space: keeps the first violation of each guarantee, and ends at the last", "[explore]") {
    const ExhaustiveRequest request{.guarantees = {1, 2, 3}};
    Space space(request, 1, BrokenGuarantees{}.set(3), 1);
    space.note({1, "first"}, {});
    space.note({1, "again"}, {});
    space.note({3, "known"}, {});
    CHECK_FALSE(space.ended());
    space.note({2, "other"}, {});
    CHECK(space.ended());
    const Space::Outcome outcome = space.finish();
    CHECK(outcome.counts.ending == Ending::found);
    REQUIRE(outcome.violations.size() == 2);
    CHECK(outcome.violations[0].violation.text == "first");
    CHECK(outcome.violations[1].violation.text == "other");
}

TEST_CASE("space: adds up what threads saw, and ends at the limits of all", "[explore]") {
    const ExhaustiveRequest request{.limits = {.states_max = 100, .memory_max = 1'000'000}};
    Space many(request, 0, {}, 1);
    many.weigh(60, 0);
    many.weigh(40, 0);
    CHECK_FALSE(many.ended());
    many.weigh(1, 0);
    CHECK(many.finish().counts.ending == Ending::states_limit);

    Space large(request, 0, {}, 1);
    large.weigh(1, 900'000);
    large.weigh(1, std::size_t{0} - 500'000);
    large.weigh(1, 500'000);
    CHECK_FALSE(large.ended());
    large.weigh(1, 100'000);
    CHECK(large.finish().counts.ending == Ending::memory_limit);
}

TEST_CASE("space: adds the findings of threads", "[explore]") {
    const ExhaustiveRequest request;
    Space space(request, 0, {}, 1);
    explore::Findings findings{.states = 3, .transitions = 5, .ends = 1, .depth_max = 7};
    findings.outcomes[2] = 4;
    space.add(findings);
    findings.depth_max = 6;
    findings.shared = true;
    space.add(findings);
    const Space::Outcome outcome = space.finish();
    CHECK(outcome.counts.states == 6);
    CHECK(outcome.counts.transitions == 10);
    CHECK(outcome.counts.ends == 2);
    CHECK(outcome.counts.depth_max == 7);
    CHECK(outcome.outcomes[2] == 8);
    CHECK(outcome.shared);
}

TEST_CASE(
    "space: what is done of it counts by its portion, and all of it at the end", "[explore]"
) {
    Progress progress;
    const ExhaustiveRequest request{.limits = {.progress = &progress}};
    Space space(request, 1, {}, 0.5);
    space.publish_share(0.25);
    CHECK(progress.share == 125'000);
    space.publish_share(0.25);
    CHECK(progress.share == 250'000);
    CHECK(space.finish().share == 500'000);
    CHECK(progress.share == 500'000);
    CHECK(progress.fault_budget == 1);
}

TEST_CASE("space: trouble of a thread comes out at the end", "[explore]") {
    const ExhaustiveRequest request;
    Space space(request, 0, {}, 1);
    space.fail(std::make_exception_ptr(std::runtime_error("no more")));
    CHECK(space.ended());
    CHECK_THROWS_WITH(space.finish(), "no more");
}
