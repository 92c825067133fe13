#include "harness/probe/pointed.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

namespace onceproof::probe {
namespace {

using Json = nlohmann::json;

std::optional<Json::json_pointer> parsed(const std::string& pointer) {
    try {
        return Json::json_pointer(pointer);
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

}  // namespace

bool is_json_pointer(const std::string& pointer) {
    return parsed(pointer).has_value();
}

std::optional<std::string> pointed(const std::string& text, const std::string& pointer) {
    if (pointer.empty()) {
        return text;
    }
    const auto place = parsed(pointer);
    const Json document = Json::parse(text, nullptr, false);
    try {
        if (!place.has_value() || document.is_discarded() || !document.contains(*place)) {
            return std::nullopt;
        }
        return document.at(*place).dump(-1, ' ', true, Json::error_handler_t::replace);
    } catch (const Json::exception&) {
        return std::nullopt;  // "/-" or a step into a number
    }
}

std::optional<std::int64_t> number_at(const std::string& text, const std::string& pointer) {
    const std::optional<std::string> found = pointed(text, pointer);
    if (!found.has_value()) {
        return std::nullopt;
    }
    constexpr std::string_view around = " \t\r\n\"";
    std::string_view digits = *found;
    digits.remove_prefix(std::min(digits.find_first_not_of(around), digits.size()));
    digits = digits.substr(0, digits.find_last_not_of(around) + 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

}  // namespace onceproof::probe
