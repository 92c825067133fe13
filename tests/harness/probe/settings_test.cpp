#include "harness/probe/settings.hpp"

#include <set>

#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

TEST_CASE("settings: keys are fresh for each request and the same for the same seed", "[probe]") {
    std::set<std::string> keys;
    std::set<std::string> values;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        for (std::uint64_t number = 0; number < 100; ++number) {
            const Fresh fresh = fresh_of(seed, number);
            keys.insert(fresh.key);
            values.insert(fresh.value);
            CHECK(fresh.key == fresh_of(seed, number).key);
        }
    }
    CHECK(keys.size() == 1000);
    CHECK(values.size() == 1000);
}

TEST_CASE("settings: a key has the form of a random UUID, a value 15 digits", "[probe]") {
    for (std::uint64_t number = 0; number < 50; ++number) {
        const Fresh fresh = fresh_of(1, number);
        REQUIRE(fresh.key.size() == 36);
        CHECK(fresh.key[14] == '4');
        CHECK(std::string("89ab").find(fresh.key[19]) != std::string::npos);
        CHECK(fresh.value.size() == 15);
        CHECK(fresh.value.find_first_not_of("0123456789") == std::string::npos);
        CHECK(fresh.value[0] != '0');
    }
}

TEST_CASE("settings: placeholders are filled wherever they stand", "[probe]") {
    const Fresh fresh{.key = "{fresh}", .value = "12"};
    CHECK(filled("{fresh}-{fresh} {other}", fresh) == "12-12 {other}");
    CHECK(filled("{key}", {.key = "k", .value = "v"}) == "k");
    CHECK(filled("", fresh).empty());
}

TEST_CASE("settings: the bound counts every request of a plan", "[probe]") {
    Settings settings{.requests = 8, .rounds = 5};
    CHECK(requests_bound(settings) == 2);
    settings.kinds = {Kind::missing_key};
    CHECK(requests_bound(settings) == 3);
    settings.kinds = {Kind::other_payload};
    CHECK(requests_bound(settings) == 12);
    settings.kinds = {Kind::late_retry};
    CHECK(requests_bound(settings) == 12);
    settings.kinds = {Kind::dropped_reply};
    CHECK(requests_bound(settings) == 52);
    settings.kinds = {Kind::duplicates};
    CHECK(requests_bound(settings) == 2 + 5 * (8 + 8) + 3 * (2 + 3 + 4) + 9 * 8);
}

TEST_CASE("settings: nothing that a user may ask for is beyond the limit of all", "[probe]") {
    Settings settings{.requests = requests_max, .rounds = rounds_max};
    for (const KindInfo& info : kinds) {
        settings.kinds.push_back(info.kind);
        CHECK(info_of(info.kind).name == info.name);
    }
    CHECK(requests_bound(settings) <= probe_max);
}

TEST_CASE(
    "settings: a header that would be two, or none, is refused without its value", "[probe]"
) {
    CHECK(trouble_of_header("Authorization: Bearer x").empty());
    CHECK(trouble_of_header("X-Empty:").empty());
    for (const char* line : {"", "no colon", ": value", "Bad Name: secret", "A: secret\r\nB: c"}) {
        INFO(line);
        CHECK_FALSE(trouble_of_header(line).empty());
        CHECK(trouble_of_header(line).find("secret") == std::string::npos);
    }
}

TEST_CASE("settings: a header file has a header per line", "[probe]") {
    CHECK(header_lines("A: 1\r\n\n# remark\nB: 2") == std::vector<std::string>{"A: 1", "B: 2"});
    CHECK(header_lines("").empty());
}

}  // namespace
}  // namespace onceproof::probe
