#include "model/base/bytes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace onceproof {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t bytes;
};

// Largest first: format_bytes takes the first unit that divides.
constexpr std::array<Unit, 5> units{{
    {"TiB", std::int64_t{1} << 40},
    {"GiB", std::int64_t{1} << 30},
    {"MiB", std::int64_t{1} << 20},
    {"KiB", std::int64_t{1} << 10},
    {"B", 1},
}};

}  // namespace

std::optional<Bytes> parse_bytes(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number < 0) {
        return std::nullopt;
    }
    const std::string_view name(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const auto* unit = std::ranges::find(units, name, &Unit::name);
    if (unit == units.end() || number > std::numeric_limits<std::int64_t>::max() / unit->bytes) {
        return std::nullopt;
    }
    return Bytes{number * unit->bytes};
}

std::string format_bytes(Bytes bytes) {
    if (bytes.count == 0) {
        return "0B";
    }
    const auto* unit = std::ranges::find_if(units, [&](const Unit& candidate) {
        return bytes.count % candidate.bytes == 0;
    });
    return std::to_string(bytes.count / unit->bytes) + std::string(unit->name);
}

}  // namespace onceproof
