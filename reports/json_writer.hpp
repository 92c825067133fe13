#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::reports {

/// Writes one JSON text from left to right. Bytes that are no UTF-8 become U+FFFD, so that the
/// result always is JSON; numbers that JSON cannot hold become 0.
class JsonWriter {
public:
    enum class Layout : std::uint8_t {
        compact,
        indented
    };

    explicit JsonWriter(Layout layout) : indented_(layout == Layout::indented) {}

    void begin_object() { begin('{'); }
    void end_object() { end('}'); }
    void begin_array() { begin('['); }
    void end_array() { end(']'); }
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool flag);
    void value(double number);
    template <std::integral Number>
    void value(Number number) {
        raw(std::to_string(number));
    }
    void value(const std::vector<std::string>& texts);
    void null() { raw("null"); }

    /// A value that is JSON already.
    void raw(std::string_view json);

    template <class Value>
    void field(std::string_view name, const Value& content) {
        key(name);
        value(content);
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    void begin(char bracket);
    void end(char bracket);
    void separate();
    void new_line();
    void quote(std::string_view text);

    std::string text_;
    std::size_t depth_ = 0;
    bool indented_;
    bool first_ = true;  ///< nothing stands in the innermost bracket yet
    bool after_key_ = false;
};

/// A list of texts under `name`; nothing if there are none.
void write_texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts);

}  // namespace onceproof::reports
