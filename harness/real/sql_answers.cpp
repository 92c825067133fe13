#include "harness/real/sql_answers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace onceproof::harness {

using backend::Answer;

namespace {

Answer answer_with(const std::vector<std::vector<Value>>& rows, std::int64_t affected) {
    Answer answer{.affected = affected};
    for (const std::vector<Value>& row : rows)
        answer.rows.push_back(backend::row_text(real_values(row)));
    return answer;
}

}  // namespace

Instant real_instant(Instant simulated) {
    constexpr std::chrono::days shift(1);
    return simulated + shift;
}

std::vector<Value> real_values(std::vector<Value> values) {
    for (Value& value : values) {
        if (auto* const instant = std::get_if<Instant>(&value)) *instant = real_instant(*instant);
    }
    return values;
}

Answer expected_answer(const Result<Rows>& result) {
    if (!result.ok()) return {.error = result.error().kind};
    return answer_with(result->rows, result->affected);
}

bool same_answer(std::string_view text, Answer expected, Answer real) {
    if (text.find("ORDER BY") != std::string_view::npos) return expected == real;
    return in_order(std::move(expected)) == in_order(std::move(real));
}

Answer expected_rows(const world::StoreContents::Table& table) {
    return in_order(answer_with(table.rows, static_cast<std::int64_t>(table.rows.size())));
}

Answer in_order(Answer answer) {
    std::ranges::sort(answer.rows);
    return answer;
}

}  // namespace onceproof::harness
