#include "model/world/latency.hpp"

#include "model/base/random.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

using namespace std::chrono_literals;

/// The value below which that share of a thousand of all draws lies.
Duration quantile(const Distribution& distribution, std::uint64_t thousandths) {
    return distribution.draw(Distribution::whole * thousandths / 1000 << 32);
}

/// Of 200,000 draws.
Duration mean_of(const Distribution& distribution) {
    constexpr std::int64_t count = 200'000;
    Random random(7);
    Duration sum{0};
    for (std::int64_t i = 0; i < count; ++i) {
        sum += distribution.draw(random.next());
    }
    return sum / count;
}

TEST_CASE("latency: what is not told takes no time, a constant always the same", "[world]") {
    CHECK(Distribution().draw(~std::uint64_t{0}) == 0s);
    const Distribution constant = Distribution::constant(3ms);
    CHECK(constant.draw(0) == 3ms);
    CHECK(constant.draw(~std::uint64_t{0}) == 3ms);
}

TEST_CASE("latency: a uniform one goes from the least to the most", "[world]") {
    const Distribution uniform = Distribution::uniform(10ms, 20ms);
    CHECK(uniform.draw(0) == 10ms);
    CHECK(quantile(uniform, 250) == 12500us);
    CHECK(uniform.draw(~std::uint64_t{0}) == 20ms);
    CHECK(mean_of(uniform) == 14998us);
}

TEST_CASE("latency: an exponential one has its quantiles and its mean", "[world]") {
    const Distribution exponential = Distribution::exponential(1s);
    CHECK(exponential.draw(0) == 0s);
    CHECK(quantile(exponential, 500) == 693220us);   // ln 2: 693147
    CHECK(quantile(exponential, 990) == 4605284us);  // ln 100: 4605170
    CHECK(quantile(exponential, 999) == 6907778us);  // ln 1000: 6907755
    CHECK(exponential.draw(~std::uint64_t{0}) == 19996528us);
    CHECK(mean_of(exponential) == 999819us);
}

TEST_CASE("latency: a lognormal one has the median and the percentile it is given", "[world]") {
    const Distribution lognormal = Distribution::lognormal(800us, 6ms);
    CHECK(quantile(lognormal, 500) == 800us);
    CHECK(quantile(lognormal, 990) == 6002us);
    CHECK(quantile(lognormal, 10) == 107us);  // as far below the median: 800 * 800 / 6000
    const Distribution slow = Distribution::lognormal(1s, 10s);
    CHECK(quantile(slow, 841) == 2686978us);
    // exp(deviation^2 / 2), deviation = ln 10 / 2.3263: 1632
    CHECK(mean_of(slow) == 1632067us);
    CHECK(Distribution::lognormal(1s, 1s).draw(~std::uint64_t{0}) == 1s);
}

TEST_CASE("latency: percentiles are joined by straight lines", "[world]") {
    const Distribution given({{0, 1ms}, {Distribution::whole / 2, 2ms}, {Distribution::whole, 8ms}}
    );
    CHECK(given.draw(0) == 1ms);
    CHECK(quantile(given, 250) == 1500us);
    CHECK(quantile(given, 500) == 2ms);
    CHECK(quantile(given, 750) == 5ms);
}

TEST_CASE("latency: each call has that of its target, and a pool has none", "[world]") {
    const Latencies latencies{
        .network = Distribution::constant(1ms),
        .redis = Distribution::constant(2ms),
        .database = Distribution::constant(3ms),
        .gateway = Distribution::constant(4ms),
        .broker = Distribution::constant(5ms)};
    CHECK(latencies.of(OpCode::call_send).draw(0) == 1ms);
    CHECK(latencies.of(OpCode::call_reply).draw(0) == 1ms);
    CHECK(latencies.of(OpCode::kv_set).draw(0) == 2ms);
    CHECK(latencies.of(OpCode::sql_commit).draw(0) == 3ms);
    CHECK(latencies.of(OpCode::sql_open).draw(0) == 0ms);
    CHECK(latencies.of(OpCode::gateway_charge).draw(0) == 4ms);
    CHECK(latencies.of(OpCode::broker_next).draw(0) == 5ms);
}

}  // namespace
}  // namespace onceproof::world
