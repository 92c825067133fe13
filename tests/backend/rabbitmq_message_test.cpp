#include "impls/backend/rabbitmq_message.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <rapidcheck.h>

#include "tests/support/catch.hpp"
#include "tests/support/law.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("to_body: four fields, each with its length", "[backend]") {
    CHECK(
        to_body({.key = "k-1", .order = "o", .amount = -12, .user = ""}) == "3:k-1,1:o,3:-12,0:,"
    );
}

TEST_CASE("request_in: reads back what to_body wrote, whatever the bytes", "[backend]") {
    CHECK(law_holds("request_in(to_body(r)) == r", {.count = 500}, [] {
        const Request request{
            .key = *rc::gen::arbitrary<std::string>(),
            .order = *rc::gen::arbitrary<std::string>(),
            .amount = *rc::gen::arbitrary<std::int64_t>(),
            .user = *rc::gen::arbitrary<std::string>()};
        RC_ASSERT(request_in(to_body(request)) == request);
    }));
    Request extreme;
    extreme.amount = std::numeric_limits<std::int64_t>::min();
    CHECK(request_in(to_body(extreme)) == extreme);
}

TEST_CASE("request_in: refuses what is no request", "[backend]") {
    const auto* const text = GENERATE(
        "",
        "{\"key\": \"k\"}",
        "3:k-1,1:o,3:-12,",
        "3:k-1,1:o,3:-12,0:,rest",
        "3:k-1,1:o,3:one,0:,",
        "3:k-1,1:o,3:-1x,0:,",
        "4:k-1,1:o,3:-12,0:,",
        "-3:k-1,1:o,3:-12,0:,",
        "3:k-1;1:o,3:-12,0:,",
        "99999999999999999999:k-1,1:o,3:-12,0:,",
        "18446744073709551615:k-1,1:o,3:-12,0:,",
        "3:k-1,1:o,3:-12,0:",
        "3:k-1,1:o,20:99999999999999999999,0:,"
    );
    CAPTURE(text);
    CHECK_FALSE(request_in(text).has_value());
}

}  // namespace
}  // namespace onceproof::backend
