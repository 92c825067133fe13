#include "reports/unicode.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "model/base/ensure.hpp"

namespace onceproof::reports {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Unicode's East_Asian_Width W and F, by blocks.
constexpr std::array<Range, 14> wide{
    {{0x1100, 0x115F},
     {0x231A, 0x231B},
     {0x23E9, 0x23EC},
     {0x2E80, 0x303E},
     {0x3041, 0xA4CF},
     {0xA960, 0xA97C},
     {0xAC00, 0xD7A3},
     {0xF900, 0xFAFF},
     {0xFE30, 0xFE6F},
     {0xFF00, 0xFF60},
     {0xFFE0, 0xFFE6},
     {0x1F300, 0x1F64F},
     {0x1F680, 0x1F9FF},
     {0x20000, 0x3FFFD}}};

constexpr std::array<Range, 8> joining{
    {{0x0300, 0x036F},
     {0x0483, 0x0489},
     {0x200B, 0x200D},
     {0x20D0, 0x20F0},
     {0xFE00, 0xFE0F},
     {0xFE20, 0xFE2F},
     {0x1AB0, 0x1AFF},
     {0xE0100, 0xE01EF}}};

constexpr std::array<Range, 6> controls{
    {{0x00, 0x1F},
     {0x7F, 0x9F},
     {0x200E, 0x200F},
     {0x2028, 0x202E},
     {0x2066, 0x2069},
     {0xFEFF, 0xFEFF}}};

bool is_in(std::span<const Range> ranges, char32_t code) {
    return std::ranges::any_of(ranges, [&](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

}  // namespace

std::size_t columns_of(char32_t code) {
    if (code < 0x300) return 1;
    if (is_in(joining, code)) return 0;
    return is_in(wide, code) ? 2 : 1;
}

bool is_control(char32_t code) {
    return is_in(controls, code);
}

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
