#include "harness/schema.hpp"

#include <set>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("schema: every path stands once and has a line of text", "[harness]") {
    std::set<std::string_view> paths;
    for (const KeySpec& key : keys()) {
        CAPTURE(key.path);
        CHECK(paths.insert(key.path).second);
        CHECK_FALSE(key.doc.empty());
        CHECK((key.type == KeyType::word) == !key.words.empty());
        CHECK((key.load == nullptr) == (key.store == nullptr));
        CHECK(key.least <= key.most);
    }
}

TEST_CASE("schema: every default fits its own range and words", "[harness]") {
    for (const KeySpec& key : keys()) {
        if (key.load == nullptr) continue;
        CAPTURE(key.path);
        const Datum datum = default_of(key);
        if (const auto* number = std::get_if<std::int64_t>(&datum)) {
            CHECK(*number >= key.least);
            CHECK(*number <= key.most);
        }
        if (const auto* duration = std::get_if<Duration>(&datum)) {
            CHECK(duration->count() >= key.least);
        }
    }
}

TEST_CASE("schema: defaults come from the structs, spelled as TOML", "[harness]") {
    const auto shown = [](std::string_view path) {
        return to_toml(default_of(*find_key(path)));
    };
    CHECK(shown("workload.attempts") == "3");
    CHECK(shown("workload.backoff") == R"(["5s", "10s"])");
    CHECK(shown("workload.effect") == R"("external")");
    CHECK(shown("service.redis.replica") == "false");
    CHECK(shown("fault.rate") == "0.0");
    CHECK(shown("expect.verdict") == R"("safe")");
}

TEST_CASE("schema: names_in lists keys and sub-tables in the table's order", "[harness]") {
    using Names = std::vector<std::string_view>;
    CHECK(
        names_in("service") ==
        Names{"instances", "restart", "database", "redis", "gateway", "broker"}
    );
    CHECK(names_in("service.database") == Names{"dialect", "pool", "timeout"});
    CHECK(names_in("servic").empty());
}

TEST_CASE("quoted: escapes what TOML does not take as it is", "[harness]") {
    CHECK(quoted("a \"b\" \\ \n") == R"("a \"b\" \\ \u000A")");
}

}  // namespace
}  // namespace onceproof::harness
