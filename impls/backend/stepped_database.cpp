#include "impls/backend/stepped_database.hpp"

#include <fmt/format.h>

namespace onceproof::backend {

namespace {

std::string text_of(const Value& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const instant = std::get_if<Instant>(&value)) {
        return fmt::format("@{}", instant->time_since_epoch().count());
    }
    return "\\N";
}

}  // namespace

std::string show(const Answer& answer) {
    if (answer.error) return std::string(name_of(*answer.error));
    std::string text = fmt::format("{} rows", answer.affected);
    for (const std::string& row : answer.rows)
        text += fmt::format(" ({})", row);
    return text;
}

std::string row_text(std::span<const Value> row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        line += i == 0 ? "" : "|";
        line += text_of(row[i]);
    }
    return line;
}

}  // namespace onceproof::backend
