#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/explore/schedule.hpp"

namespace onceproof::explore {

/// A run as text can carry it.
struct Token {
    std::uint32_t cell = 0;     ///< which scenario, strategy and options; the caller's hash
    std::uint16_t content = 0;  ///< what they contained when the token was made; the caller's hash
    std::uint32_t fault_budget = 0;
    std::uint8_t guarantee = 0;  ///< what the run broke, the system's code
    std::vector<Deviation> deviations = {};
    std::optional<std::uint64_t> case_seed = {};  ///< of a run in timed order: its case's

    friend bool operator==(const Token&, const Token&) = default;
};

/// A token, or one sentence that says what is wrong with the text.
struct DecodedToken {
    std::optional<Token> token;
    std::string error;  ///< empty if there is a token
};

/// One line, `op1-XXXXX-…-XXXX`: Crockford's base32 (crockford.com/base32.html) in groups of five
/// characters, the last group a check. Letters and digits and `-` only, so no shell needs quotes.
[[nodiscard]] std::string encode(const Token& token);

/// Reads what `encode` wrote: in either case, with or without the hyphens behind the prefix, `I`
/// and `L` for 1, `O` for 0, blanks around it. Any single changed character is noticed.
[[nodiscard]] DecodedToken decode(std::string_view text);

}  // namespace onceproof::explore
