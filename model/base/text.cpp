#include "model/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <vector>

namespace onceproof {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t microseconds;
};

// Largest first: format_duration takes the first unit that divides.
constexpr std::array<Unit, 6> units{{
    {"d", 86'400'000'000},
    {"h", 3'600'000'000},
    {"m", 60'000'000},
    {"s", 1'000'000},
    {"ms", 1'000},
    {"us", 1},
}};

std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number < 0) {
        return std::nullopt;
    }
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.empty()) {
        return number == 0 ? std::optional(Duration{0}) : std::nullopt;
    }
    const auto* known = std::ranges::find(units, unit, &Unit::name);
    if (known == units.end() ||
        number > std::numeric_limits<std::int64_t>::max() / known->microseconds) {
        return std::nullopt;
    }
    return Duration{number * known->microseconds};
}

std::string format_duration(Duration duration) {
    const std::int64_t count = duration.count();
    if (count == 0) {
        return "0s";
    }
    const auto* unit = std::ranges::find_if(units, [&](const Unit& candidate) {
        return count % candidate.microseconds == 0;
    });
    return std::to_string(count / unit->microseconds) + std::string(unit->name);
}

std::optional<std::string_view> closest(
    std::string_view word, std::span<const std::string_view> candidates
) {
    std::optional<std::string_view> best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
    std::string joined;
    for (const std::string& part : parts) {
        if (&part != parts.data()) {
            joined += separator;
        }
        joined += part;
    }
    return joined;
}

std::string counted(std::size_t count, std::string_view thing) {
    std::string text = std::to_string(count);
    text.append(" ").append(thing).append(count == 1 ? "" : "s");
    return text;
}

std::string fault_bound(std::size_t budget) {
    return budget == 0 ? "no fault" : "up to " + counted(budget, "fault");
}

}  // namespace onceproof
