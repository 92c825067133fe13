#include "reports/unicode.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE("first_character: reads one to four bytes", "[reports]") {
    CHECK(first_character("az").code == U'a');
    CHECK(first_character("é").code == 0xE9);
    CHECK(first_character("✔").bytes == 3);
    CHECK(first_character("\xF0\x9F\x98\x80").code == 0x1F600);
    CHECK(first_character("\xF0\x9F\x98\x80").bytes == 4);
}

TEST_CASE("first_character: takes a byte that is no UTF-8 as one unknown character", "[reports]") {
    const std::string_view wrong[] = {
        "\x80",              // continuation without lead
        "\xC0\xAF",          // two bytes for an ASCII character
        "\xE0\x80\x80",      // three bytes for less
        "\xE2\x9C",          // cut off
        "\xE2z\x94",         // no continuation
        "\xED\xA0\x80",      // a surrogate
        "\xF4\x90\x80\x80",  // beyond the last code
        "\xFF"};
    for (const std::string_view text : wrong) {
        CAPTURE(text);
        CHECK(first_character(text).code == 0xFFFD);
        CHECK(first_character(text).bytes == 1);
    }
}

}  // namespace
}  // namespace onceproof::reports
