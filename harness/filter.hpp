#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/scenario.hpp"

namespace onceproof::harness {

/// What a word of a filter is compared with.
enum class FilterKey : std::uint8_t {
    scenario,   ///< the scenario's id
    tag,        ///< any of its tags
    strategy,   ///< the strategy's name or its label, "NAME/PRESET"
    fault,      ///< any kind of fault that may strike
    guarantee,  ///< any guarantee that is checked
};

/// `key:pattern`; `*` in the pattern stands for any text, `?` for any one character.
struct FilterWord {
    FilterKey key = FilterKey::scenario;
    std::string pattern;
};

/// A parsed filter: one step of a postfix program per word and operator.
struct Filter {
    /// `none`: the step is a word.
    enum class Operator : std::uint8_t {
        none,
        negate,
        both,
        either
    };
    struct Step {
        Operator operation = Operator::none;
        FilterWord word = {};
    };
    std::vector<Step> steps;
};

/// Why a text is no filter.
struct FilterError {
    std::size_t column = 0;  ///< from 1
    std::string message;     ///< with a hint where one can be given
};

/// Reads `tag:ci & (strategy:two-level | strategy:*/hardened) & !fault:clock-step`. `!` binds
/// before `&`, and `&` before `|`; a word ends at a blank, an operator or a parenthesis.
std::variant<Filter, FilterError> parse_filter(std::string_view text);

/// Whether the cell of that scenario and strategy is selected.
bool matches(const Filter& filter, const Scenario& scenario, const StrategyUse& use);

/// The scenarios with only the strategies that are selected, and only the expectations that speak
/// of them; scenarios without any are left out.
std::vector<Scenario> select(const Filter& filter, std::span<const Scenario> scenarios);

/// For a filter that selects nothing: which of its words no cell has, with the nearest that there
/// is; one sentence without an end mark.
std::string why_nothing(const Filter& filter, std::span<const Scenario> scenarios);

/// Whether `text` fits a pattern with `*` and `?`.
bool fits(std::string_view pattern, std::string_view text);

}  // namespace onceproof::harness
