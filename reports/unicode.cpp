#include "reports/unicode.hpp"

#include "model/base/ensure.hpp"

namespace onceproof::reports {

Character first_character(std::string_view text) {
    ENSURE(!text.empty());
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80U) return {lead, 1};
    const std::size_t bytes = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
    constexpr char32_t least_code[] = {0, 0, 0x80, 0x800, 0x10000};
    constexpr Character invalid{0xFFFD, 1};
    if (lead < 0xC2U || lead > 0xF4U || text.size() < bytes) return invalid;
    char32_t code = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80U) return invalid;
        code = (code << 6U) | (byte & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least_code[bytes] || code > 0x10FFFF || surrogate) return invalid;
    return {code, bytes};
}

}  // namespace onceproof::reports
