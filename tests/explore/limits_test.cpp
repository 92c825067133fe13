#include "model/explore/limits.hpp"

#include "tests/support/catch.hpp"

using namespace onceproof::explore;

TEST_CASE(
    "meter: asks for a stop at the first transition and every 1,024 from there", "[explore]"
) {
    int asked = 0;
    const Limits limits{.should_stop = [&asked] {
        return ++asked == 3;
    }};
    Meter meter(limits);
    std::uint64_t transitions = 0;
    do {
        ++transitions;
    } while (!meter.transition());
    CHECK(transitions == 2 * 1024 + 1);
    CHECK(meter.transitions() == transitions);
}

TEST_CASE("meter: several searches add to one progress", "[explore]") {
    Progress progress;
    const Limits limits{.progress = &progress};
    for (int search = 0; search < 2; ++search) {
        Meter meter(limits);
        for (int step = 0; step < 10; ++step) {
            CHECK_FALSE(meter.transition());
            meter.state();
        }
        meter.publish();
        meter.publish();
    }
    CHECK(progress.transitions == 20);
    CHECK(progress.states == 20);
}

TEST_CASE("ending: each has a name for people", "[explore]") {
    CHECK(name_of(Ending::exhausted) == "exhausted");
    CHECK(name_of(Ending::found) == "found");
    CHECK(name_of(Ending::states_limit) == "states limit");
    CHECK(name_of(Ending::memory_limit) == "memory limit");
    CHECK(name_of(Ending::stopped) == "stopped");
}
