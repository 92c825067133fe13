#include "tests/docs/recipe.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/content_of.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::docs {
namespace {

TEST_CASE("changed: each hunk at its one place", "[docs]") {
    std::string why;
    CHECK(changed("a\nb\nc\nd\n", " a\n-b\n+B\n@@\n d\n+e\n", why) == "a\nB\nc\nd\ne\n");
    CHECK(changed("a\n\nb\n", " a\n\n+x\n b\n", why) == "a\n\nx\nb\n");
}

TEST_CASE("changed: lines that are not there, or twice, are told", "[docs]") {
    std::string why;
    CHECK_FALSE(changed("ab\n", "-b\n+c\n", why).has_value());
    CHECK(why == "these lines are not there:\nb\n");
    CHECK_FALSE(changed("b\nb\n", "-b\n+c\n", why).has_value());
    CHECK(why == "these lines are there more than once:\nb\n");
    CHECK_FALSE(changed("b\n", "+c\n", why).has_value());
}

TEST_CASE("apply_block: whole files are new, changed ones are there", "[docs]") {
    const testing::TemporaryFolder folder;
    const Block whole{1, "cpp", "file=a/b.cpp", "x\n"};
    CHECK_FALSE(apply_block(whole, folder.path("")).has_value());
    CHECK(testing::content_of(folder.path("a/b.cpp")) == "x\n");
    CHECK(apply_block(whole, folder.path("")) == "there is such a file already");
    CHECK_FALSE(apply_block({1, "diff", "file=a/b.cpp", "-x\n+y\n"}, folder.path("")).has_value());
    CHECK(testing::content_of(folder.path("a/b.cpp")) == "y\n");
    CHECK(apply_block({1, "diff", "file=c", "-x\n"}, folder.path("")) == "there is no such file");
    CHECK(file_of({1, "sh", "slow", ""}).empty());
}

}  // namespace
}  // namespace onceproof::docs
