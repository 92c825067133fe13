#include "harness/real/redis_contents.hpp"

#include "harness/real/redis_pair.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using Line = fake::Redis::Line;

TEST_CASE("compare_keys: names, values and whether there is an end are compared", "[real]") {
    RedisPair pair;
    REQUIRE_FALSE(pair.begin().has_value());
    const auto differs = [&](const std::vector<Line>& lines) {
        const auto obstacle = compare_keys(pair.client(), lines);
        return obstacle.has_value() ? obstacle->real : std::string();
    };
    CHECK(differs({}).empty());
    CHECK(differs({{.name = "a", .content = "1", .ends = {}}}) == "no key");
    command(pair.client(), "SET b 2 EX 100");
    command(pair.client(), "SET a 1");
    const Line one{.name = "a", .content = "1", .ends = {}};
    const Line two{.name = "b", .content = "2", .ends = Instant{}};
    CHECK(differs({one, two}).empty());
    CHECK(differs({one}) == "a = 1, b = 2 (ends)");
    CHECK(differs({one, {.name = "b", .content = "2", .ends = {}}}) == "a = 1, b = 2 (ends)");
    CHECK(
        differs({one, {.name = "b", .content = "3", .ends = Instant{}}}) == "a = 1, b = 2 (ends)"
    );
}

}  // namespace
}  // namespace onceproof::harness
