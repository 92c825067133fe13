#include "model/fake/sql/parameters.hpp"

#include <charconv>
#include <limits>

#include "model/fake/sql/interval.hpp"
#include "model/fake/sql/parse.hpp"

namespace onceproof::fake {

namespace {

/// Without the white space around, and without a plus sign: the server takes both.
std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\n\v\f\r";
    const std::size_t begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin, text.find_last_not_of(space) + 1 - begin);
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    return text;
}

}  // namespace

Parameters::Parameters(const Plan& plan, std::span<const Value> values) : size_(values.size()) {
    if (values.size() != plan.parameters.size()) refuse("another number of parameters", plan.text);
    for (std::size_t i = 0; i < size_; ++i) {
        data_[i] = convert(plan, plan.parameters[i], values[i]);
    }
}

Datum Parameters::convert(const Plan& plan, Type type, const Value& value) {
    switch (value.index()) {
        case 1:
            return from_integer(*std::get_if<std::int64_t>(&value), type);
        case 2:
            return from_text(plan, type, *std::get_if<std::string>(&value));
        case 3:
            if (type != Type::timestamptz) refuse("an instant as parameter here", plan.text);
            return Datum::instant(std::get_if<Instant>(&value)->time_since_epoch().count());
        default:
            return {};
    }
}

Datum Parameters::from_integer(std::int64_t number, Type type) {
    switch (type) {
        case Type::int8:
            return Datum::integer(number);
        case Type::int4:
            valid_ = valid_ && number >= std::numeric_limits<std::int32_t>::min() &&
                     number <= std::numeric_limits<std::int32_t>::max();
            return Datum::integer(number);
        case Type::int2:
            valid_ = valid_ && number >= std::numeric_limits<std::int16_t>::min() &&
                     number <= std::numeric_limits<std::int16_t>::max();
            return Datum::integer(number);
        case Type::boolean:
            valid_ = valid_ && (number == 0 || number == 1);
            break;
        case Type::text:
            texts_.reserve(parameters_max);  // so that texts never move
            texts_.push_back(std::to_string(number));
            return Datum::text(texts_.back());
        default:
            valid_ = false;
    }
    return Datum::integer(number);
}

Datum Parameters::from_text(const Plan& plan, Type type, const std::string& text) {
    switch (type) {
        case Type::text:
            return Datum::text(text);
        case Type::int2:
        case Type::int4:
        case Type::int8: {
            std::int64_t number = 0;
            const std::string_view digits = trimmed(text);
            const char* const end = digits.data() + digits.size();
            const auto [stop, error] = std::from_chars(digits.data(), end, number);
            valid_ = valid_ && error == std::errc() && stop == end;
            return from_integer(number, type);
        }
        case Type::interval: {
            const auto interval = parse_interval(text);
            if (!interval) refuse("this interval as parameter", plan.text);
            return Datum::integer(*interval);
        }
        default:
            refuse("a text as parameter here", plan.text);
    }
}

}  // namespace onceproof::fake
