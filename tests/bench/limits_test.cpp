#include "bench/limits.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("limits: pgbench's rate is the one without the time for connecting", "[bench]") {
    CHECK(
        pgbench_rate("latency average = 0.2 ms\ninitial connection time = 3.1 ms\n"
                     "tps = 4451.25 (without initial connection time)\n") == Approx(4451.25)
    );
    CHECK(pgbench_rate("pgbench: error: connection failed\n") == 0);
}

TEST_CASE("limits: redis-benchmark's rate is the second field of its last line", "[bench]") {
    CHECK(
        redis_benchmark_rate("\"test\",\"rps\",\"avg_latency_ms\"\n"
                             "\"SET program:__rand_int__ 1 NX PX 10000\",\"36363.64\",\"0.2\"\n"
        ) == Approx(36363.64)
    );
    CHECK(redis_benchmark_rate("Could not connect to Redis\n") == 0);
}

}  // namespace
}  // namespace onceproof::bench
