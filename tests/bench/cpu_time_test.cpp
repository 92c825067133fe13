#include "bench/cpu_time.hpp"

#include <array>
#include <ctime>
#include <filesystem>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("cpu time: fields 14 to 17 are counted, whatever the program's name is", "[bench]") {
    const std::string stat =
        "42 (a) b (c) S 1 42 42 0 -1 4194560 1000 2000 0 0 150 50 30 20 20 0 1 0 99 1 1";
    CHECK(cpu_seconds_of(stat, 100) == Approx(2.5));
    CHECK(cpu_seconds_of(stat, 1000) == Approx(0.25));
}

TEST_CASE("cpu time: a process that has ended meanwhile counts nothing", "[bench]") {
    CHECK(cpu_seconds_of("", 100) == 0);
}

TEST_CASE("cpu time: only processes that work in the folder are counted", "[bench]") {
    const testing::TemporaryFolder folder;
    CHECK(cpu_seconds_in(std::array{folder.path("nobody")}) == 0);
    CHECK(cpu_seconds_in({}) == 0);
}

TEST_CASE("cpu time: our own work is seen in our own folder", "[bench]") {
    const std::array here{std::filesystem::current_path().string()};
    const double before = cpu_seconds_in(here);
    const std::clock_t start = std::clock();
    while (std::clock() - start < CLOCKS_PER_SEC / 40) {
    }
    CHECK(cpu_seconds_in(here) >= before + 0.01);
}

}  // namespace
}  // namespace onceproof::bench
