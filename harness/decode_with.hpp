#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "harness/decode.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// A value for what a sweep may set: "strategy.redis-key.ttl" and "350ms", or a whole number.
struct Setting {
    std::string path;
    std::variant<std::int64_t, std::string> value;
};

/// Reads one file with other values in it. A path that the file sweeps is swept no more. Without
/// the file's expectations and recorded failures: they are about its own values.
Decoded decode_with(
    const std::string& file, std::span<const Setting> settings, const Vocabulary& vocabulary
);

}  // namespace onceproof::harness
