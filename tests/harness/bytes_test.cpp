#include "harness/bytes.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {

TEST_CASE("bytes: numbers and texts come back in their order", "[harness]") {
    ByteWriter writer;
    writer.number(0);
    writer.text(std::string_view("a\0b", 3));
    writer.number(~std::uint64_t{0});
    writer.text("");
    ByteReader reader(writer.bytes());
    CHECK(reader.number() == 0);
    CHECK(reader.text() == std::string_view("a\0b", 3));
    CHECK(reader.number() == ~std::uint64_t{0});
    CHECK(reader.text().empty());
    CHECK(reader.at_end());
    CHECK(reader.ok());
}

TEST_CASE("bytes: behind the end everything is 0 and empty, and it is told", "[harness]") {
    ByteReader none("");
    CHECK(none.number() == 0);
    CHECK_FALSE(none.ok());
    ByteWriter writer;
    writer.number(100);
    ByteReader short_text(writer.bytes());
    CHECK(short_text.text().empty());
    CHECK_FALSE(short_text.ok());
    ByteReader many(writer.bytes());
    CHECK(many.count() == 0);
    CHECK_FALSE(many.ok());
}

}  // namespace onceproof::harness
