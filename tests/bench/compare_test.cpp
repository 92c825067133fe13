#include "bench/compare.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::bench {
namespace {

std::vector<Figures> runs_of(const std::vector<double>& rates) {
    std::vector<Figures> runs;
    for (const double rate : rates) {
        runs.push_back({{"x", rate}});
    }
    return runs;
}

const std::vector<Figures> base = runs_of({100, 101, 102, 103, 104});

TEST_CASE("compare: a slowdown that is significant and large is one", "[bench]") {
    const auto result = compare_runs(base, runs_of({80, 81, 82, 83, 84}), 0.05).at(0);
    CHECK(result.judged);
    CHECK(result.slower);
    CHECK(result.ratio == Approx(82.0 / 102));
    CHECK(result.p == Approx(2.0 / 252));
}

TEST_CASE("compare: a significant slowdown within the threshold is none", "[bench]") {
    const auto result = compare_runs(base, runs_of({97, 98, 99, 99.5, 99.8}), 0.05).at(0);
    CHECK(result.p < significant);
    CHECK_FALSE(result.slower);
}

TEST_CASE("compare: a large slowdown that may be chance is none", "[bench]") {
    const auto result = compare_runs(base, runs_of({50, 60, 70, 105, 106}), 0.05).at(0);
    CHECK(result.ratio < 0.7);
    CHECK(result.p >= significant);
    CHECK_FALSE(result.slower);
}

TEST_CASE("compare: a faster program is never slower", "[bench]") {
    const auto result = compare_runs(base, runs_of({200, 201, 202, 203, 204}), 0.05).at(0);
    CHECK(result.p < significant);
    CHECK_FALSE(result.slower);
}

TEST_CASE("compare: below five repetitions nothing is judged", "[bench]") {
    const auto result =
        compare_runs(runs_of({100, 101, 102, 103}), runs_of({1, 2, 3, 4}), 0.05).at(0);
    CHECK_FALSE(result.judged);
    CHECK_FALSE(result.slower);
    CHECK(result.p == 1);
    CHECK(text_of({result}).find("not judged: fewer than 5 repetitions") != std::string::npos);
}

TEST_CASE("compare: what only one of the two has measured is left out", "[bench]") {
    CHECK(compare_runs(base, {Figures{{"y", 1}}}, 0.05).empty());
    CHECK(compare_runs({}, base, 0.05).empty());
}

/// A program that writes figures of `rate`, and notes that it was called.
std::vector<std::string> program(
    const testing::TemporaryFolder& folder, const std::string& name, const std::string& rate
) {
    return {
        "/bin/sh",
        "-c",
        "echo " + name + " >> " + folder.path("calls") +
            "; echo '{\"benchmarks\": [{\"name\": \"x\", \"requests_per_second\": " + rate +
            "}]}' > " + folder.path("figures")};
}

TEST_CASE("compare: programs are run in turn, and each first as often as the other", "[bench]") {
    const testing::TemporaryFolder folder;
    const Alternated result = alternate(
        {.base = program(folder, "b", "10"),
         .now = program(folder, "n", "20"),
         .repetitions = 3,
         .file = folder.path("figures"),
         .should_stop =
             [] {
                 return false;
             }}
    );
    CHECK(result.trouble.empty());
    CHECK(result.base == std::vector<Figures>(3, Figures{{"x", 10}}));
    CHECK(result.now == std::vector<Figures>(3, Figures{{"x", 20}}));
    std::ifstream calls(folder.path("calls"));
    CHECK(std::string(std::istreambuf_iterator<char>(calls), {}) == "b\nn\nn\nb\nb\nn\n");
}

TEST_CASE("compare: a program that fails ends it, with what was measured before", "[bench]") {
    const testing::TemporaryFolder folder;
    const Alternated result = alternate(
        {.base = program(folder, "b", "10"),
         .now = {"/bin/sh", "-c", "exit 69"},
         .repetitions = 5,
         .file = folder.path("figures"),
         .should_stop =
             [] {
                 return false;
             }}
    );
    CHECK(result.base.size() == 1);
    CHECK(result.now.empty());
    CHECK(result.trouble == "/bin/sh bench ended with status 69 and wrote no figures");
}

}  // namespace
}  // namespace onceproof::bench
