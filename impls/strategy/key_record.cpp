#include "impls/strategy/key_record.hpp"

#include <array>

namespace onceproof::strategy {
namespace {

constexpr std::array<std::string_view, 3> names{"claimed", "unknown", "done"};

/// Cuts the first line off.
std::optional<std::string> take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    std::string line(text.substr(0, end));
    text.remove_prefix(end + 1);
    return line;
}

}  // namespace

std::string text_of(const KeyRecord& record) {
    return std::string(names.at(static_cast<std::size_t>(record.state))) + '\n' + record.owner +
           '\n' + record.payload + '\n' + record.result;
}

std::optional<KeyRecord> record_of(std::string_view text) {
    const std::optional<std::string> state = take_line(text);
    std::optional<std::string> owner = take_line(text);
    std::optional<std::string> payload = take_line(text);
    if (!payload.has_value()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (*state == names.at(i)) {
            return KeyRecord{
                static_cast<KeyState>(i),
                std::move(*owner),
                std::move(*payload),
                std::string(text)};
        }
    }
    return std::nullopt;
}

}  // namespace onceproof::strategy
