#include "model/fake/sql/interval.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace onceproof::fake {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t microseconds;
};
constexpr std::int64_t second = 1'000'000;
constexpr std::array<Unit, 9> units{{
    {"microsecond", 1},
    {"millisecond", 1'000},
    {"ms", 1'000},
    {"second", second},
    {"sec", second},
    {"minute", 60 * second},
    {"min", 60 * second},
    {"hour", 3'600 * second},
    {"day", 86'400 * second},
}};

std::string_view next_word(std::string_view& text) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return text = {};
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

}  // namespace

std::optional<std::int64_t> parse_interval(std::string_view text) {
    std::int64_t total = 0;
    bool any = false;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        std::int64_t amount = 0;
        const char* const end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, amount);
        if (error != std::errc() || stop != end) return std::nullopt;
        std::string_view name = next_word(text);
        if (name.size() > 3 && name.back() == 's') name.remove_suffix(1);
        const auto* const unit = std::find_if(units.begin(), units.end(), [&](const Unit& known) {
            return known.name == name;
        });
        if (unit == units.end()) return std::nullopt;
        total += amount * unit->microseconds;
        any = true;
    }
    return any ? std::optional(total) : std::nullopt;
}

}  // namespace onceproof::fake
