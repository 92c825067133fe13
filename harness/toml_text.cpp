#include <array>
#include <charconv>

#include "harness/latency.hpp"
#include "harness/schema.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

std::string to_toml(double real) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), real);
    std::string text(digits.data(), error == std::errc{} ? end : digits.data());
    // TOML tells a fraction from a whole number by its dot or exponent.
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

template <class Item, class Text>
std::string listed(const std::vector<Item>& items, Text text_of) {
    std::string text = "[";
    for (const Item& item : items) {
        text += (&item == items.data() ? "" : ", ") + quoted(text_of(item));
    }
    return text + "]";
}

}  // namespace

std::string quoted(std::string_view text) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result = "\"";
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            result += '\\';
            result += letter;
        } else if (byte < 0x20U || byte == 0x7FU) {
            result += "\\u00";
            result += digits[byte >> 4U];
            result += digits[byte & 0xFU];
        } else {
            result += letter;
        }
    }
    return result + '"';
}

std::string to_toml(const Datum& datum) {
    struct Writer {
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double real) const { return to_toml(real); }
        std::string operator()(const std::string& text) const { return quoted(text); }
        std::string operator()(Duration duration) const {
            return quoted(format_duration(duration));
        }
        std::string operator()(Bytes bytes) const { return quoted(format_bytes(bytes)); }
        std::string operator()(const std::vector<std::string>& words) const {
            return listed(words, [](const std::string& word) { return word; });
        }
        std::string operator()(const std::vector<Duration>& durations) const {
            return listed(durations, format_duration);
        }
        std::string operator()(const Latency& latency) const { return text_of(latency); }
    };
    return std::visit(Writer{}, datum);
}

}  // namespace onceproof::harness
