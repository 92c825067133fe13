#include "tests/install/prefix.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::installed {
namespace {

/// The token that the text says replays what it shows.
std::string token_in(const std::string& text) {
    const std::string mark = "replay: ONCEPROOF_REPLAY=";
    const std::size_t at = text.find(mark);
    REQUIRE(at != std::string::npos);
    const std::size_t start = at + mark.size();
    return text.substr(start, text.find_first_of(" \n", start) - start);
}

}  // namespace

TEST_CASE(
    "check: tests of GoogleTest and Catch2 show the smallest run, and replay it", "[install]"
) {
    const TemporaryFolder folder;
    const std::string build = build_example(folder, "check-in-a-test");
    const Finished tests = shell(build, "ctest --output-on-failure");
    INFO(tests.out << tests.err);
    CHECK(tests.exit_code == 0);
    CHECK(has(tests.out, "100% tests passed, 0 tests failed out of 2"));
    for (const std::string retry :
         {"./guard_gtest --gtest_also_run_disabled_tests", "./guard_catch2 '[retry]'"}) {
        const Finished shown = shell(build, retry);
        INFO(shown.out << shown.err);
        CHECK(shown.exit_code == 1);
        CHECK(has(shown.out, "lost-reply / guard/default: right_result violated"));
        CHECK(has(shown.out, "h1.1 -> redis: set guard:pay-1"));
        CHECK(has(shown.out, "X right_result violated at step "));
        const std::string token = token_in(shown.out);
        CHECK(token.starts_with("op1-"));
        const Finished again = shell(build, "ONCEPROOF_REPLAY=" + token + " " + retry);
        INFO(again.out << again.err);
        CHECK(again.exit_code == 1);
        CHECK(has(again.out, "still fails  right_result breaks as recorded"));
        // Of the others none is searched: there is no second case of this token.
        CHECK_FALSE(has(again.out, "replay: ONCEPROOF_REPLAY="));
    }
}

}  // namespace onceproof::installed
