#include "reports/bench_json.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "bench_json: runs stay whole, the machine's name and the program's path go", "[reports]"
) {
    CHECK(
        compact_bench(R"({
            "context": {"host_name": "h", "executable": "/x", "num_cpus": 2, "effect": "external"},
            "benchmarks": [{"name": "a/repeats:0", "threads": 4, "p99_ns": 1.5e6}]
        })") == R"({"benchmarks":[{"name":"a/repeats:0","p99_ns":1500000.0,"threads":4}],)"
                R"("context":{"effect":"external","num_cpus":2}})"
    );
}

TEST_CASE("bench_json: what is no file of a benchmark is refused", "[reports]") {
    for (const char* text :
         {"", "[]", "{}", "{", R"({"benchmarks": 1})", R"({"benchmarks": [], "context": 1})"}) {
        CAPTURE(text);
        CHECK_FALSE(compact_bench(text).has_value());
    }
}

}  // namespace
}  // namespace onceproof::reports
