#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/base/time.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// An option's value: a switch, a number, a word, or a duration.
using OptionValue = std::variant<bool, std::int64_t, std::string, Duration>;
using Options = std::map<std::string, OptionValue, std::less<>>;

/// One option of a strategy. Its type is that of `value`, the default.
struct OptionInfo {
    std::string_view name{};
    OptionValue value{};
    std::vector<std::string_view> words{};  ///< allowed values of a word; empty for other types
    std::string_view help{};
    Duration least = std::chrono::milliseconds(1);  ///< of a duration; stores count in these
};

/// A named set of option values.
struct Preset {
    std::string_view name{};
    Options options{};
    bool replays = true;  ///< on a quiet day a repeated request gets the first one's result
};

/// What a scenario makes a strategy live with, as far as rules judge by it.
struct Setting {
    /// From a caller's first attempt to the end of its last one, at most.
    Duration retry_window{0};
};

/// An option that a strategy forbids.
struct Breach {
    std::string_view option{};
    std::string rule{};  ///< a sentence: what must hold, and what is given
};

/// One rule of a strategy; empty: it holds. `options` holds every option.
using Rule = std::optional<Breach> (*)(const Options& options, const Setting& setting);

/// One strategy of the catalog: what a user reads of it, and how to make it.
struct Info {
    std::string_view name{};
    std::string_view summary{};
    std::string source{};      ///< where it was published
    std::string_view claim{};  ///< what its authors say of it
    std::string_view gap{};    ///< what is known to be missing in the published form
    bool needs_sql = false;
    bool needs_kv = false;
    bool needs_broker = false;
    bool consumes = false;      ///< has a consumer: works in a scenario whose load is messages
    bool relays = false;        ///< has a job beside its handlers
    bool issues = false;        ///< gives out keys before the first attempt
    std::string_view schema{};  ///< CREATE TABLE statements of its own tables; empty: none
    std::vector<std::string_view> tables{};  ///< those of them whose rows must have an end
    /// The others: the service's own records, which no clean-up deletes.
    std::vector<std::string_view> records{};
    std::vector<OptionInfo> options{};
    std::vector<Preset> presets{};  ///< the first is the default one; never empty

    /// What its options must not be, given how they are to be lived with.
    std::vector<Rule> rules{};

    /// `options` holds every option. `effect` is where the effect is made.
    std::unique_ptr<const Strategy> (*make)(const Options& options, Effect effect) = nullptr;
    /// True if, with these options, its handlers start tasks.
    bool (*uses_tasks)(const Options& options) = nullptr;
    /// True if, with these options, its code calls the key-value store that it needs; empty:
    /// always.
    bool (*uses_kv)(const Options& options) = nullptr;
};

}  // namespace onceproof::strategy
