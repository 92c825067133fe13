#include "tests/conformance/planted.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::conformance {

namespace {

constexpr std::size_t shrunk_steps_max = 12;

}  // namespace

Caught catch_planted(const std::string& planted, const Law& law, Shrink shrink) {
    CAPTURE(planted);
    const Search found = search(law, until_caught_max, shrink);
    CHECK(found.broken);
    CHECK(found.steps >= 1);
    if (shrink == Shrink::yes) CHECK(found.steps <= shrunk_steps_max);
    return {planted, found.tried, found.steps};
}

}  // namespace onceproof::conformance
