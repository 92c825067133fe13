#include "harness/parameter.hpp"

#include <charconv>
#include <optional>
#include <system_error>

#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

constexpr std::int64_t millisecond = Duration(std::chrono::milliseconds(1)).count();

/// A whole number as it is, or a duration in microseconds.
struct Amount {
    std::int64_t value = 0;
    bool is_duration = false;
};

std::optional<Amount> amount_from(const std::string& text) {
    Amount amount;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, amount.value);
    if (error == std::errc{} && stop == end) {
        return amount;
    }
    if (const auto duration = parse_duration(text)) {
        return Amount{duration->count(), true};
    }
    return std::nullopt;
}

}  // namespace

std::string Parameter::spelled(std::int64_t index) const {
    const std::int64_t value = lowest + index * step;
    return is_duration ? format_duration(Duration(value)) : std::to_string(value);
}

Setting Parameter::at(std::int64_t index) const {
    if (is_duration) {
        return {path, spelled(index)};
    }
    return {path, lowest + index * step};
}

std::variant<Parameter, std::string> parse_parameter(const std::string& text) {
    const std::string wanted = "write PATH=LOW..HIGH or PATH=LOW..HIGH:STEP";
    const std::size_t equals = text.rfind('=');
    const std::size_t dots = text.find("..", equals == std::string::npos ? 0 : equals);
    if (equals == std::string::npos || equals == 0 || dots == std::string::npos) {
        return "\"" + text + "\" is no range; " + wanted;
    }
    const std::string rest = text.substr(dots + 2);
    const std::size_t colon = rest.find(':');
    const auto low = amount_from(text.substr(equals + 1, dots - equals - 1));
    const auto high = amount_from(rest.substr(0, colon));
    if (!low || !high) {
        return "\"" + text + "\" has an end that is no number and no duration; " + wanted;
    }
    // 0 is a duration too where the other end is one.
    const bool is_duration = low->is_duration || high->is_duration;
    auto step = Amount{is_duration ? millisecond : 1, is_duration};
    if (colon != std::string::npos) {
        const auto given = amount_from(rest.substr(colon + 1));
        if (!given || given->value <= 0) {
            return "\"" + text + "\" has a step that is no number and no duration; " + wanted;
        }
        step = *given;
    }
    const auto fits = [&](const Amount& amount) {
        return amount.is_duration == is_duration || (is_duration && amount.value == 0);
    };
    if (!fits(*low) || !fits(*high) || !fits(step)) {
        return "\"" + text + "\" mixes numbers and durations";
    }
    const std::int64_t steps = (high->value - low->value) / step.value;
    if (high->value < low->value || steps < 1) {
        return "\"" + text + "\" holds fewer than two values";
    }
    return Parameter{text.substr(0, equals), is_duration, low->value, step.value, steps};
}

}  // namespace onceproof::harness
