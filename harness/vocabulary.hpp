#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "harness/scenario.hpp"

namespace onceproof::harness {

/// What an option of a strategy holds; the alternatives of `OptionValue` in the same order.
enum class OptionType : std::uint8_t {
    flag,
    number,
    word,
    duration
};

/// One option of a strategy.
struct OptionSpec {
    std::string name{};
    OptionType type = OptionType::flag;
    std::vector<std::string> words{};  ///< `word` only: what it may be; empty: anything
    OptionValue fallback = false;      ///< value in the first preset, for printed help only
    std::string doc{};                 ///< one line
    std::int64_t least = 0;            ///< `number`; `duration` in microseconds
    std::int64_t most = std::numeric_limits<std::int64_t>::max();  ///< `number` only
};

/// An option that a strategy's own rules forbid in a scenario.
struct RuleBreach {
    std::string option{};
    std::string rule{};  ///< a sentence: what must hold, and what is given
};

/// What a strategy's rules make of its use, given how long a key is retried: from the first attempt
/// on it to the end of the last one.
using StrategyRules =
    std::function<std::vector<RuleBreach>(const StrategyUse& use, Duration retry_window)>;

/// One strategy that a scenario may use.
struct StrategySpec {
    std::string name{};
    std::vector<std::string>
        presets;  ///< the first is taken when the file names none; may be empty
    std::vector<OptionSpec> options{};
    std::string doc{};          ///< one line
    bool needs_broker = false;  ///< is nothing without consumers
    bool consumes = false;      ///< has a consumer
    bool relays = false;        ///< has a relay, without which it is nothing
    StrategyRules rules{};      ///< empty: it has none
};

/// One kind of fault and the parameters that it takes; naming another one is an error.
struct FaultSpec {
    std::string name{};
    bool at = true;                     ///< takes an operation filter
    bool duration = false;              ///< takes `for`
    bool lose = false;                  ///< takes `lose`
    bool key = false;                   ///< takes `key`
    bool max = true;                    ///< takes `max`
    std::vector<std::string> points{};  ///< operations that it can strike; empty: all of them
    std::string doc{};                  ///< one line
};

/// Every name that a scenario file may use, handed in by whoever knows the catalogs.
struct Vocabulary {
    std::vector<StrategySpec> strategies{};
    std::vector<FaultSpec> faults{};
    std::vector<std::string>
        points;  ///< operations: "kv.set", "sql.commit" …; "kv" names a group of them
    std::vector<std::string> guarantees{};
    std::vector<std::string> windows{};  ///< gaps that no strategy closes
};

}  // namespace onceproof::harness
