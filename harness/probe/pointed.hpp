#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace onceproof::probe {

/// Whether `pointer` is a JSON pointer (RFC 6901); the empty one is.
bool is_json_pointer(const std::string& pointer);

/// What `pointer` points to in a JSON text, as JSON; the whole text for the empty pointer, JSON or
/// not. Empty: the text is no JSON, or nothing is there.
std::optional<std::string> pointed(const std::string& text, const std::string& pointer);

/// The whole number there, which may stand in quotes, with white space around it if it is the
/// whole text. Empty: there is none.
std::optional<std::int64_t> number_at(const std::string& text, const std::string& pointer);

}  // namespace onceproof::probe
