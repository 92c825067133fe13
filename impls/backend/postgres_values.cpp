#include "impls/backend/postgres_values.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>

#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

// Numbers of built-in types, from PostgreSQL's src/include/catalog/pg_type.dat.
constexpr pqxx::oid bool_type = 16;
constexpr pqxx::oid int8_type = 20;
constexpr pqxx::oid int2_type = 21;
constexpr pqxx::oid int4_type = 23;
constexpr pqxx::oid timestamp_type = 1114;
constexpr pqxx::oid timestamptz_type = 1184;

constexpr std::int64_t day_us = 86'400'000'000;

/// Takes digits up to the next other character, and that character.
std::optional<int> take_number(std::string_view& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    const auto used = static_cast<std::size_t>(end - text.data());
    text.remove_prefix(std::min(used + 1, text.size()));
    return number;
}

/// Microseconds of what stands behind the decimal point, up to the zone.
std::int64_t fraction_of(std::string_view text) {
    std::int64_t fraction = 0;
    std::int64_t unit = 100'000;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') break;
        fraction += (digit - '0') * unit;
        unit /= 10;
    }
    return fraction;
}

std::optional<Instant> parse_timestamp(std::string_view text) {
    constexpr std::size_t point = 19;
    const std::string_view fraction =
        text.size() > point && text[point] == '.' ? text.substr(point + 1) : std::string_view();
    std::array<int, 6> parts{};
    for (int& part : parts) {
        const auto number = take_number(text);
        if (!number) return std::nullopt;
        part = *number;
    }
    const std::chrono::year_month_day date{
        std::chrono::year(parts[0]),
        std::chrono::month(static_cast<unsigned>(parts[1])),
        std::chrono::day(static_cast<unsigned>(parts[2]))};
    if (!date.ok()) return std::nullopt;
    const std::int64_t seconds = (parts[3] * 60LL + parts[4]) * 60 + parts[5];
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    return Instant(Duration(days * day_us + seconds * 1'000'000 + fraction_of(fraction)));
}

}  // namespace

std::string timestamp_text(Instant instant) {
    const std::chrono::sys_time<Duration> time(instant.time_since_epoch());
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss<Duration> clock(time - day);
    std::array<char, 64> text{};
    std::snprintf(
        text.data(),
        text.size(),
        "%04d-%02u-%02u %02d:%02d:%02d.%06d+00",
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()),
        static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count()),
        static_cast<int>(clock.subseconds().count())
    );
    return text.data();
}

std::string text_of(const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    if (const auto* instant = std::get_if<Instant>(&value)) return timestamp_text(*instant);
    const auto* text = std::get_if<std::string>(&value);
    ENSURE(text != nullptr);
    return *text;
}

Value value_of(std::string_view text, pqxx::oid type) {
    if (type == bool_type) return std::int64_t{text == "t" ? 1 : 0};
    if (type == int8_type || type == int4_type || type == int2_type) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
        if (parsed.ec == std::errc{}) return number;
    }
    if (type == timestamptz_type || type == timestamp_type) {
        if (const auto instant = parse_timestamp(text)) return *instant;
    }
    return std::string(text);
}

Rows rows_of(const pqxx::result& result) {
    Rows rows;
    rows.affected = static_cast<std::int64_t>(result.affected_rows());
    rows.rows.reserve(static_cast<std::size_t>(result.size()));
    for (const auto& row : result) {
        std::vector<Value>& values = rows.rows.emplace_back();
        values.reserve(static_cast<std::size_t>(row.size()));
        for (const auto& field : row) {
            if (field.is_null()) {
                values.emplace_back(std::monostate{});
            } else {
                values.push_back(value_of({field.c_str(), field.size()}, field.type()));
            }
        }
    }
    return rows;
}

}  // namespace onceproof::backend
