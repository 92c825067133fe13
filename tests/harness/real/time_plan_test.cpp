#include "harness/real/time_plan.hpp"

#include "tests/harness/real/kv_script.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

constexpr Instant start{};

TEST_CASE("TimePlan: keys end in the run's order, each between the same two events", "[real]") {
    KvScript script;
    script.set("day", "1", 25h);
    script.set("second", "1", 1s);
    script.pass(1s);
    script.get("second");
    script.pass(30h);
    script.get("day");
    const TimePlan plan(script.log(), {});
    CHECK(plan.real_begin(0) == 0ms);
    CHECK(plan.real_begin(1) < plan.real_end(start + 1s));
    CHECK(plan.real_end(start + 1s) < plan.real_begin(2));
    CHECK(plan.real_begin(2) < plan.real_end(start + 25h));
    CHECK(plan.real_end(start + 25h) < plan.real_begin(3));
}

TEST_CASE("TimePlan: a run takes as long as its events do, not as long as its times", "[real]") {
    KvScript script;
    script.set("a", "1", 1h);
    script.pass(20'000h);
    script.get("a");
    CHECK(TimePlan(script.log(), {}).real_begin(1) < 100ms);
}

TEST_CASE("TimePlan: with more patience there is more time for everything", "[real]") {
    KvScript script;
    script.set("a", "1", 1s);
    script.pass(1s);
    script.get("a");
    const TimePlan usual(script.log(), {.patience = 1});
    const TimePlan patient(script.log(), {.patience = 3});
    CHECK(patient.real_end(start + 1s) == 3 * usual.real_end(start + 1s));
    CHECK(patient.real_begin(1) == 3 * usual.real_begin(1));
}

TEST_CASE("TimePlan: a key that outlives the run stays", "[real]") {
    KvScript script;
    script.set("a", "1", 1s);
    CHECK(TimePlan(script.log(), {}).real_end(start + 1s) >= 1h);
}

}  // namespace
}  // namespace onceproof::harness
