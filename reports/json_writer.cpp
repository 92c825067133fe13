#include "reports/json_writer.hpp"

#include <cmath>

#include <fmt/format.h>

#include "reports/unicode.hpp"

namespace onceproof::reports {

void JsonWriter::key(std::string_view name) {
    separate();
    quote(name);
    text_ += indented_ ? ": " : ":";
    after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
    separate();
    quote(text);
}

void JsonWriter::value(bool flag) {
    raw(flag ? "true" : "false");
}

void JsonWriter::value(double number) {
    raw(std::isfinite(number) ? fmt::format("{}", number) : std::string("0"));
}

void JsonWriter::value(const std::vector<std::string>& texts) {
    begin_array();
    for (const std::string& text : texts)
        value(text);
    end_array();
}

void JsonWriter::raw(std::string_view json) {
    separate();
    text_ += json;
}

void JsonWriter::begin(char bracket) {
    separate();
    text_ += bracket;
    ++depth_;
    first_ = true;
}

void JsonWriter::end(char bracket) {
    --depth_;
    if (!first_) new_line();
    text_ += bracket;
    first_ = false;
}

void JsonWriter::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (!first_) text_ += ',';
    if (depth_ > 0) new_line();
    first_ = false;
}

void JsonWriter::new_line() {
    if (indented_) {
        text_ += '\n';
        text_.append(2 * depth_, ' ');
    }
}

void JsonWriter::quote(std::string_view text) {
    text_ += '"';
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.code == U'"' || character.code == U'\\') {
            text_ += '\\';
            text_ += text.front();
        } else if (character.code == U'\n') {
            text_ += "\\n";
        } else if (character.code < 0x20) {
            text_ += fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
        } else if (character.code == 0xFFFD) {
            text_ += replacement;
        } else {
            text_ += text.substr(0, character.bytes);
        }
        text.remove_prefix(character.bytes);
    }
    text_ += '"';
}

void write_texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
    if (!texts.empty()) json.field(name, texts);
}

}  // namespace onceproof::reports
