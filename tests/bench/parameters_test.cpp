#include "bench/parameters.hpp"

#include <set>

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("parameters: figures are taken with 1 and 16 threads, half a second each", "[bench]") {
    const Parameters usual = parameters(Size::usual);
    CHECK(usual.threads == std::vector<std::size_t>{1, 16});
    CHECK(usual.repeats == std::vector<unsigned>{0, 50});
    CHECK_FALSE(usual.hot);
    CHECK(usual.min_time == std::chrono::milliseconds(500));
    CHECK(usual.requests == 0);
    CHECK(usual.done_keys == 16);
    CHECK(usual.warm_up == 6);
    CHECK(usual.limit_rounds == 5);
}

TEST_CASE("parameters: the whole matrix has all threads, shares and keys", "[bench]") {
    const Parameters full = parameters(Size::full);
    CHECK(full.threads == std::vector<std::size_t>{1, 4, 16, 64});
    CHECK(full.repeats == std::vector<unsigned>{0, 5, 50});
    CHECK(full.hot);
}

TEST_CASE("parameters: a smoke run makes a fixed number of requests", "[bench]") {
    const Parameters smoke = parameters(Size::smoke);
    CHECK(smoke.threads == std::vector<std::size_t>{2});
    CHECK(smoke.min_time == std::chrono::seconds(0));
    CHECK(smoke.requests == 40);
    CHECK(smoke.done_keys == 4);
    CHECK(smoke.warm_up == 2);
}

TEST_CASE("parameters: each stands in the table once, with its meaning", "[bench]") {
    std::set<Parameter> seen;
    for (const ParameterRow& row : parameter_table) {
        CAPTURE(row.name);
        CHECK(seen.insert(row.parameter).second);
        CHECK_FALSE(row.meaning.empty());
    }
    CHECK(seen.size() == parameter_table.size());
}

TEST_CASE("parameters: every run has an end, by requests or by time", "[bench]") {
    const Parameters values = parameters(GENERATE(Size::usual, Size::full, Size::smoke));
    CHECK((values.requests > 0) != (values.min_time.count() > 0));
}

TEST_CASE("parameters: loads are the shares, each also hot, then the offered rates", "[bench]") {
    Parameters values = parameters(Size::full);
    values.rates = {100, 200};
    const auto texts = [&values](std::size_t threads) {
        std::vector<std::string> result;
        for (const Load& load : loads_of(values, threads)) {
            result.push_back(text_of(load));
        }
        return result;
    };
    const std::vector<std::string> closed{"0 %", "5 %", "5 % hot", "50 %", "50 % hot"};
    CHECK(texts(1) == closed);
    std::vector<std::string> all = closed;
    for (const char* const offered :
         {"0 % 100/s", "5 % 100/s", "50 % 100/s", "0 % 200/s", "5 % 200/s", "50 % 200/s"}) {
        all.emplace_back(offered);
    }
    CHECK(texts(64) == all);
}

}  // namespace
}  // namespace onceproof::bench
