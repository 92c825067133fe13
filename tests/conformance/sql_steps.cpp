#include "tests/conformance/sql_steps.hpp"

#include <ostream>

#include <fmt/format.h>

namespace onceproof::conformance {

bool is_ordered(const StatementForm& form) {
    return form.text.find("ORDER BY") != std::string::npos;
}

bool removes_entries(const StatementForm& form) {
    return form.text.starts_with("DELETE") || form.text.find(" SET id = ") != std::string::npos ||
           form.text.find(" SET k = ") != std::string::npos;
}

namespace {

std::string show(const Value& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const instant = std::get_if<Instant>(&value)) {
        return fmt::format("@{}s", instant->time_since_epoch().count() / 1'000'000);
    }
    return "NULL";
}

}  // namespace

std::string_view isolation_name(Isolation isolation) {
    if (isolation == Isolation::serializable) return "SERIALIZABLE";
    if (isolation == Isolation::server_default) return "the server's default";
    return isolation == Isolation::repeatable_read ? "REPEATABLE READ" : "READ COMMITTED";
}

std::string show(const Step& step) {
    std::string text = fmt::format("s{} ", step.session);
    switch (step.kind) {
        case Step::Kind::begin:
            return text += fmt::format("BEGIN {}", isolation_name(step.isolation));
        case Step::Kind::commit:
            return text += "COMMIT";
        case Step::Kind::rollback:
            return text += "ROLLBACK";
        case Step::Kind::statement:
            break;
    }
    text += step.form->text;
    for (std::size_t i = 0; i < step.parameters.size(); ++i) {
        text += fmt::format("{}{}", i == 0 ? " [" : ", ", show(step.parameters[i]));
    }
    return step.parameters.empty() ? text : text + "]";
}

std::ostream& operator<<(std::ostream& stream, const Step& step) {
    return stream << "\n    " << show(step);
}

}  // namespace onceproof::conformance
