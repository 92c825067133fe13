#include "harness/real/ttl_watch.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using Clock = TtlWatch::Clock;

constexpr Instant start{};

TEST_CASE("TtlWatch: a key that still lives in the run must not be gone here", "[real]") {
    TtlWatch watch;
    const Clock::time_point now = Clock::now();
    watch.add({.in_run = start + 1s, .here = now + 1h, .sent = now});
    CHECK(watch.in_time(start));
    watch.add({.in_run = start + 2s, .here = now, .sent = now});
    CHECK_FALSE(watch.in_time(start + 1s));
    CHECK(watch.in_time(start + 2s));
    watch.clear();
    CHECK(watch.in_time(start));
}

TEST_CASE("TtlWatch: waits for keys that have ended in the run, and for no other", "[real]") {
    TtlWatch watch;
    const Clock::time_point now = Clock::now();
    watch.add({.in_run = start + 1s, .here = now + 3ms, .sent = now});
    watch.add({.in_run = start + 2s, .here = now + 1h, .sent = now});
    watch.wait_for_ends(start + 1s);
    CHECK(Clock::now() > now + 3ms);
}

}  // namespace
}  // namespace onceproof::harness
