#include <gtest/gtest.h>
#include <onceproof/check.hpp>

namespace {

using onceproof::check;
using onceproof::Checked;

TEST(Guard, ChargesOnceThoughTwoComeAtTheSameTime) {
    const Checked checked = check("guard", SCENARIOS "/two-at-once.toml");
    EXPECT_TRUE(checked) << checked;
}

// What it does not do: a retry whose first reply got lost is told success, without the receipt.
// With --gtest_also_run_disabled_tests it fails, and shows how that comes about.
TEST(Guard, DISABLED_GivesTheRetryItsReceipt) {
    const Checked checked = check("guard", SCENARIOS "/lost-reply.toml");
    EXPECT_TRUE(checked) << checked;
}

}  // namespace
