#include "model/base/bytes.hpp"

#include "tests/support/catch.hpp"

namespace onceproof {
namespace {

TEST_CASE("parse_bytes: reads a whole number and one unit of 1024 steps", "[base]") {
    CHECK(parse_bytes("100B") == Bytes{100});
    CHECK(parse_bytes("64KiB") == Bytes{65'536});
    CHECK(parse_bytes("512MiB") == Bytes{536'870'912});
    CHECK(parse_bytes("1GiB") == Bytes{1'073'741'824});
    CHECK(parse_bytes("2TiB") == Bytes{2'199'023'255'552});
}

TEST_CASE("parse_bytes: refuses no unit, another unit, a sign and an overflow", "[base]") {
    for (const auto* text : {"", "5", "MiB", "5 MiB", "-5MiB", "1.5GiB", "1GB", "8388608TiB"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_bytes(text).has_value());
    }
}

TEST_CASE("format_bytes: gives the shortest form that parse_bytes reads back", "[base]") {
    CHECK(format_bytes({0}) == "0B");
    CHECK(format_bytes({1'073'741'824}) == "1GiB");
    CHECK(format_bytes({1'048'577}) == "1048577B");
    for (const Bytes bytes : {Bytes{1}, Bytes{1'000}, Bytes{3'072}, Bytes{1'610'612'736}}) {
        CHECK(parse_bytes(format_bytes(bytes)) == bytes);
    }
}

}  // namespace
}  // namespace onceproof
