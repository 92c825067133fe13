#include "harness/borders.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using Values = std::vector<std::int64_t>;
using Stretches = std::vector<Stretch>;

TEST_CASE("borders: the values tried first lie evenly, both ends among them", "[harness]") {
    CHECK(first_values(4, 17) == Values{0, 1, 2, 3, 4});
    CHECK(first_values(8, 5) == Values{0, 2, 4, 6, 8});
    CHECK(first_values(10, 4) == Values{0, 3, 6, 10});
    CHECK(first_values(1, 2) == Values{0, 1});
    const Values wide = first_values(std::int64_t{1} << 60, 17);
    CHECK(wide.size() == 17);
    CHECK(wide.back() == std::int64_t{1} << 60);
    CHECK(wide[8] == std::int64_t{1} << 59);
}

TEST_CASE(
    "borders: one border is found to one step, by halving (every place of 100)", "[harness]"
) {
    for (std::int64_t border = 1; border <= 100; ++border) {
        std::size_t asked = 0;
        const auto stretches = find_stretches(first_values(100, 5), [&](std::int64_t value) {
            ++asked;
            return value < border ? Fate::violated : Fate::safe;
        });
        CAPTURE(border);
        CHECK(stretches == Stretches{{Fate::violated, 0, border - 1}, {Fate::safe, border, 100}});
        CHECK(asked <= 5 + 5);
    }
}

TEST_CASE("borders: several of them make several stretches", "[harness]") {
    const auto fate_at = [](std::int64_t value) {
        if (value == 0) return Fate::refused;
        return value > 30 && value < 61 ? Fate::violated : Fate::safe;
    };
    CHECK(
        find_stretches(first_values(100, 5), fate_at) ==
        Stretches{
            {Fate::refused, 0, 0},
            {Fate::safe, 1, 30},
            {Fate::violated, 31, 60},
            {Fate::safe, 61, 100}}
    );
    CHECK(find_stretches({0, 7}, [](std::int64_t) {
              return Fate::open;
          }) == Stretches{{Fate::open, 0, 7}});
}

}  // namespace
}  // namespace onceproof::harness
