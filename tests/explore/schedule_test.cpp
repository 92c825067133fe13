#include "model/explore/schedule.hpp"

#include <array>

#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Decision;
using explore::Deviation;
using explore::Occurrences;
using explore::Option;

TEST_CASE("occurrences: count what each actor has done, operation by operation", "[explore]") {
    Occurrences occurrences;
    const std::array<Option, 3> options = {{{1, 5, 0, 0}, {1, 6, 0, 0}, {2, 5, 0, 0}}};
    CHECK(occurrences.name(options, 0) == Decision{1, 5, 0, 0, {}});
    occurrences.add(options[0]);
    occurrences.add(options[0]);
    occurrences.add(options[2]);
    CHECK(occurrences.name(options, 0) == Decision{1, 5, 0, 2, {}});
    CHECK(occurrences.name(options, 1) == Decision{1, 6, 0, 0, {}});
    CHECK(occurrences.name(options, 2) == Decision{2, 5, 0, 1, {}});
    CHECK(occurrences.find(options, {1, 5, 0, 2, {}}) == 0U);
    CHECK(occurrences.find(options, {1, 5, 0, 1, {}}) == std::nullopt);
    CHECK(occurrences.find(options, {1, 5, 3, 2, {}}) == std::nullopt);
}

TEST_CASE(
    "occurrences: the object is named only where options differ in nothing else", "[explore]"
) {
    const Occurrences occurrences;
    const std::array<Option, 4> options = {
        {{1, 5, 7, 0}, {1, 5, 8, 0}, {1, 5, 8, 1}, {2, 5, 8, 0}}};
    CHECK(occurrences.name(options, 0) == Decision{1, 5, 0, 0, 7});
    CHECK(occurrences.name(options, 1) == Decision{1, 5, 0, 0, 8});
    CHECK(occurrences.name(options, 2) == Decision{1, 5, 1, 0, {}});
    for (std::size_t index = 0; index < options.size(); ++index) {
        CHECK(occurrences.find(options, occurrences.name(options, index)) == index);
    }
}

TEST_CASE("deviations: a calm run has none, whatever its length", "[explore]") {
    Machine<Line> system({.length = 50});
    explore::Schedule schedule{1, {}};
    for (int step = 0; step < 50; ++step) {
        schedule.steps.push_back({{0, 0, 0, 0}, 0});
    }
    CHECK(explore::deviations_of(system, schedule) == std::vector<Deviation>{});
}

TEST_CASE("deviations: a fault is one, named by the step that it strikes", "[explore]") {
    Machine<Line> system({.length = 3});
    const explore::Schedule schedule{1, {{{0, 0, 0, 0}, 0}, {{0, 0, 0, 1}, 1}}};
    CHECK(
        explore::deviations_of(system, schedule) ==
        std::vector<Deviation>{{{0, 0, 0, 1, {}}, {0, 0, 1, 1, {}}}}
    );
}

TEST_CASE("deviations: none for a schedule that the system does not offer", "[explore]") {
    Machine<Line> system({.length = 3});
    CHECK_FALSE(explore::deviations_of(system, {0, {{{0, 0, 0, 1}, 1}}}));
    CHECK_FALSE(explore::deviations_of(system, {1, {{{0, 1, 0, 1}, 1}}}));
}

TEST_CASE("faults: as many as options with an outcome of their own", "[explore]") {
    CHECK(explore::faults_in({}) == 0);
    CHECK(explore::faults_in({2, {{{0, 0, 0, 1}, 1}, {{0, 0, 0, 0}, 0}, {{0, 0, 0, 3}, 2}}}) == 2);
}
