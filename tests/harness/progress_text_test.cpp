#include "harness/progress_text.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {

TEST_CASE("progress: tells cells, the share of the work, states, their rate, budget", "[harness]") {
    explore::Progress progress;
    progress.states = 1'234'567;
    progress.fault_budget = 2;
    progress.share = 12'000'000 + 430'000;
    CHECK(
        progress_text({.done = 12, .all = 20}, progress, 310'000.4) ==
        "12 of 20 cells, ~62 %, 1234567 states, 310000 states/s, fault budget 2"
    );
}

TEST_CASE("progress: is 100 % at the end and not before", "[harness]") {
    explore::Progress progress;
    progress.share = 2'000'000;
    CHECK(progress_text({.done = 1, .all = 2}, progress, 0).starts_with("1 of 2 cells, ~99 %, "));
    progress.share = 0;
    CHECK(progress_text({.done = 2, .all = 2}, progress, 0).starts_with("2 of 2 cells, ~100 %, "));
    CHECK(progress_text({}, progress, 0).starts_with("0 of 0 cells, ~100 %, "));
}

}  // namespace onceproof::harness
