#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "harness/decode_with.hpp"

namespace onceproof::harness {

/// A parameter and the values that it is to take: the lowest one, and so many steps up from there.
struct Parameter {
    std::string path;          ///< "strategy.redis-key.ttl"
    bool is_duration = false;  ///< in microseconds then
    std::int64_t lowest = 0;
    std::int64_t step = 1;
    std::int64_t steps = 0;  ///< at least 1: the highest value is `lowest + steps * step`

    /// The value after `index` steps as one writes it: "350ms", "3".
    [[nodiscard]] std::string spelled(std::int64_t index) const;
    [[nodiscard]] Setting at(std::int64_t index) const;
};

/// Reads "PATH=LOW..HIGH" or "PATH=LOW..HIGH:STEP". Without a step it is 1ms for durations and 1
/// for numbers; a HIGH that no step meets is rounded down. Otherwise what is wrong, in one
/// sentence.
std::variant<Parameter, std::string> parse_parameter(const std::string& text);

}  // namespace onceproof::harness
