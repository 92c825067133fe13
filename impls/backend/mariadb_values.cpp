#include "impls/backend/mariadb_values.hpp"

#include <chrono>
#include <memory>

#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

/// One column of the result while rows are fetched.
struct Field {
    enum_field_types type = MYSQL_TYPE_NULL;
    long long number = 0;
    MYSQL_TIME time{};
    std::string text;
    unsigned long length = 0;
    my_bool null = 0;
};

bool is_integer(enum_field_types type) {
    return type == MYSQL_TYPE_TINY || type == MYSQL_TYPE_SHORT || type == MYSQL_TYPE_INT24 ||
           type == MYSQL_TYPE_LONG || type == MYSQL_TYPE_LONGLONG;
}

bool is_time(enum_field_types type) {
    return type == MYSQL_TYPE_DATETIME || type == MYSQL_TYPE_TIMESTAMP;
}

MYSQL_BIND bind_field(Field& field, const MYSQL_FIELD& column) {
    MYSQL_BIND bind{};
    field.type = column.type;
    bind.is_null = &field.null;
    bind.length = &field.length;
    if (is_integer(column.type)) {
        bind.buffer_type = MYSQL_TYPE_LONGLONG;
        bind.buffer = &field.number;
    } else if (is_time(column.type)) {
        bind.buffer_type = MYSQL_TYPE_DATETIME;
        bind.buffer = &field.time;
    } else {
        field.text.resize(column.max_length + 1);
        bind.buffer_type = MYSQL_TYPE_STRING;
        bind.buffer = field.text.data();
        bind.buffer_length = static_cast<unsigned long>(field.text.size());
    }
    return bind;
}

Value value_of(const Field& field) {
    if (field.null != 0) return std::monostate{};
    if (is_integer(field.type)) return std::int64_t{field.number};
    if (is_time(field.type)) return instant_of(field.time);
    return field.text.substr(0, field.length);
}

struct FreeResult {
    void operator()(MYSQL_RES* result) const { mysql_free_result(result); }
};

}  // namespace

MYSQL_TIME mysql_time_of(Instant instant) {
    const std::chrono::sys_time<Duration> point(instant.time_since_epoch());
    const auto day = std::chrono::floor<std::chrono::days>(point);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss<Duration> clock(point - day);
    MYSQL_TIME time{};
    time.year = static_cast<unsigned>(static_cast<int>(date.year()));
    time.month = static_cast<unsigned>(date.month());
    time.day = static_cast<unsigned>(date.day());
    time.hour = static_cast<unsigned>(clock.hours().count());
    time.minute = static_cast<unsigned>(clock.minutes().count());
    time.second = static_cast<unsigned>(clock.seconds().count());
    time.second_part = static_cast<unsigned long>(clock.subseconds().count());
    time.time_type = MYSQL_TIMESTAMP_DATETIME;
    return time;
}

Instant instant_of(const MYSQL_TIME& time) {
    const std::chrono::year_month_day date{
        std::chrono::year(static_cast<int>(time.year)),
        std::chrono::month(time.month),
        std::chrono::day(time.day)};
    const Duration clock = std::chrono::hours(time.hour) + std::chrono::minutes(time.minute) +
                           std::chrono::seconds(time.second) + Duration(time.second_part);
    return Instant(std::chrono::sys_days(date).time_since_epoch() + clock);
}

MariadbParameters::MariadbParameters(const MariadbText& text, std::span<const Value> values) {
    binds_.reserve(text.order.size());
    for (const std::size_t position : text.order) {
        ENSURE(position < values.size());
        bind(values[position]);
    }
}

void MariadbParameters::bind(const Value& value) {
    MYSQL_BIND& bind = binds_.emplace_back();
    bind = {};
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        bind.buffer_type = MYSQL_TYPE_LONGLONG;
        bind.buffer = const_cast<std::int64_t*>(number);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        bind.buffer_type = MYSQL_TYPE_STRING;
        bind.buffer = const_cast<char*>(text->data());
        bind.buffer_length = static_cast<unsigned long>(text->size());
    } else if (const auto* instant = std::get_if<Instant>(&value)) {
        bind.buffer_type = MYSQL_TYPE_DATETIME;
        bind.buffer = &times_.emplace_back(mysql_time_of(*instant));
    } else {
        bind.buffer_type = MYSQL_TYPE_NULL;
    }
}

std::optional<Rows> mariadb_rows(MYSQL_STMT* statement) {
    Rows rows;
    const std::unique_ptr<MYSQL_RES, FreeResult> columns(mysql_stmt_result_metadata(statement));
    if (!columns) {
        rows.affected = static_cast<std::int64_t>(mysql_stmt_affected_rows(statement));
        return rows;
    }
    const unsigned count = mysql_num_fields(columns.get());
    std::vector<Field> fields(count);
    std::vector<MYSQL_BIND> binds;
    for (unsigned i = 0; i < count; ++i) {
        binds.push_back(bind_field(fields[i], *mysql_fetch_field_direct(columns.get(), i)));
    }
    if (mysql_stmt_bind_result(statement, binds.data()) != 0) return std::nullopt;
    for (int fetched = 0; (fetched = mysql_stmt_fetch(statement)) != MYSQL_NO_DATA;) {
        if (fetched != 0) return std::nullopt;
        std::vector<Value>& line = rows.rows.emplace_back();
        line.reserve(count);
        for (const Field& field : fields)
            line.push_back(value_of(field));
    }
    rows.affected = static_cast<std::int64_t>(rows.rows.size());
    return rows;
}

}  // namespace onceproof::backend
