#include "harness/spare_threads.hpp"

#include <atomic>
#include <thread>

#include "tests/support/catch.hpp"

namespace onceproof::harness {

TEST_CASE("spare threads: the last one with a cell finds nobody to help", "[harness]") {
    SpareThreads spare(1);
    spare.serve();
    SUCCEED("it returned");
}

TEST_CASE("spare threads: they come when a search opens, and go when all is done", "[harness]") {
    SpareThreads spare(3);
    std::atomic<int> helping{0};
    std::atomic<bool> over{false};
    std::jthread first([&] { spare.serve(); });
    std::jthread second([&] { spare.serve(); });
    {
        SpareThreads::Opening opening(spare, [&] {
            ++helping;
            helping.notify_all();
            over.wait(false);
        });
        CHECK(helping == 0);
        opening.open();
        for (int now = helping; now < 2; now = helping) {
            helping.wait(now);
        }
        opening.close();
        over = true;
        over.notify_all();
    }
    CHECK(helping == 2);
    spare.serve();
}

TEST_CASE("spare threads: each search gets one before any gets two", "[harness]") {
    SpareThreads spare(3);
    std::atomic<int> at_one{0};
    std::atomic<int> at_other{0};
    std::atomic<bool> over{false};
    const auto stay = [&](std::atomic<int>& count) {
        ++count;
        count.notify_all();
        over.wait(false);
    };
    {
        SpareThreads::Opening one(spare, [&] { stay(at_one); });
        SpareThreads::Opening other(spare, [&] { stay(at_other); });
        one.open();
        other.open();
        std::jthread first([&] { spare.serve(); });
        std::jthread second([&] { spare.serve(); });
        at_one.wait(0);
        at_other.wait(0);
        one.close();
        other.close();
        over = true;
        over.notify_all();
        spare.serve();
    }
    CHECK(at_one == 1);
    CHECK(at_other == 1);
}

}  // namespace onceproof::harness
