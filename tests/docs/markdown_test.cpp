#include "tests/docs/markdown.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::docs {
namespace {

TEST_CASE("read_page: blocks have their line, language and the rest of the info", "[docs]") {
    const Page page =
        read_page("# A\n\n```sh not-run: it takes an hour\na\nb\n```\n```toml\n```\n");
    REQUIRE(page.blocks.size() == 2);
    CHECK(page.blocks[0].line == 3);
    CHECK(page.blocks[0].language == "sh");
    CHECK(page.blocks[0].how == "not-run: it takes an hour");
    CHECK(page.blocks[0].text == "a\nb\n");
    CHECK(page.blocks[1].language == "toml");
    CHECK(page.blocks[1].how.empty());
    CHECK(page.closed);
    CHECK_FALSE(read_page("```sh\na\n").closed);
}

TEST_CASE("read_page: code goes over line ends, and links in it are none", "[docs]") {
    const Page page = read_page("one\n`a\nb` [x](y.md) `[n](o)`\n");
    REQUIRE(page.code.size() == 2);
    CHECK(page.code[0].text == "a b");
    CHECK(page.code[0].line == 2);
    REQUIRE(page.links.size() == 1);
    CHECK(page.links[0].text == "y.md");
    CHECK(page.links[0].line == 3);
}

TEST_CASE("exchanges_of: each command has the output up to the next", "[docs]") {
    const auto exchanges = exchanges_of("$ a \\\n  b\none\n\ntwo\n$ c\n");
    REQUIRE(exchanges.size() == 2);
    CHECK(exchanges[0].command == "a \\\n  b");
    CHECK(exchanges[0].output == "one\n\ntwo\n");
    CHECK(exchanges[1].command == "c");
    CHECK(exchanges[1].output.empty());
}

TEST_CASE("matches: an ellipsis stands for anything, all else for itself", "[docs]") {
    CHECK(matches("a\n", "a\n"));
    CHECK_FALSE(matches("a\n", "a\nb\n"));
    CHECK(matches("a…\nz\n", "a b c\nd\nz\n"));
    CHECK_FALSE(matches("a…\nz\n", "a b c\n"));
    CHECK(matches("…m…\n", "kmn\n"));
    CHECK_FALSE(matches("…m…n…\n", "nm\n"));
    CHECK_FALSE(matches("ab…b", "ab"));
}

}  // namespace
}  // namespace onceproof::docs
