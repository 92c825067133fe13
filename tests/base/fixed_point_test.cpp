#include "model/base/fixed_point.hpp"

#include "tests/support/catch.hpp"

namespace onceproof {
namespace {

TEST_CASE("fixed point: powers of e have ten digits", "[base]") {
    CHECK(exponential(0) == fixed_one);
    CHECK(exponential(fixed_one) == 11'674'931'554);     // 2.7182818284 * 2^32
    CHECK(exponential(-fixed_one) == 1'580'030'168);     // 0.3678794412 * 2^32
    CHECK(exponential(fixed_one / 2) == 7'081'203'937);  // 1.6487212707 * 2^32
    CHECK(exponential(10 * fixed_one) / fixed_one == 22'026);
    CHECK(exponential(-20 * fixed_one) == 8);  // 2.06e-9 * 2^32
    CHECK(exponential(-1000 * fixed_one) == 0);
}

TEST_CASE("fixed point: a power is never out of range", "[base]") {
    CHECK(exponential(21 * fixed_one) / fixed_one == 1'318'815'734);
    CHECK(exponential(22 * fixed_one) == exponential(21 * fixed_one));
}

TEST_CASE("fixed point: logarithms have ten digits", "[base]") {
    CHECK(logarithm(fixed_one) == 0);
    CHECK(logarithm(2 * fixed_one) == 2'977'044'471);   // 0.6931471806 * 2^32
    CHECK(logarithm(10 * fixed_one) == 9'889'527'670);  // 2.3025850930 * 2^32
    CHECK(logarithm(fixed_one / 10) == -9'889'527'677);
    CHECK(logarithm(1) == -95'265'423'099);  // -32 ln 2
}

TEST_CASE("fixed point: products round down and quotients to 0", "[base]") {
    CHECK(product(3 * fixed_one, fixed_one / 2) == fixed_one + fixed_one / 2);
    CHECK(product(-1, fixed_one / 2) == -1);
    CHECK(quotient(fixed_one, 3 * fixed_one) == fixed_one / 3);
    CHECK(quotient(-fixed_one, 3 * fixed_one) == -(fixed_one / 3));
}

}  // namespace
}  // namespace onceproof
