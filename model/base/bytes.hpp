#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof {

/// An amount of memory.
struct Bytes {
    std::int64_t count = 0;

    // A rewritten `<` looks like a pointer compared with 0 to clang-tidy 14.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Bytes&, const Bytes&) = default;
};

/// Reads "512MiB", "1GiB", "64KiB" or "100B" (whole numbers, one unit). Empty: not an amount.
std::optional<Bytes> parse_bytes(std::string_view text);

/// The shortest exact form that `parse_bytes` reads back: 1,048,576 bytes are "1MiB".
std::string format_bytes(Bytes bytes);

}  // namespace onceproof
