#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/scenario.hpp"

namespace onceproof::harness {

/// What stands behind a key of a scenario file.
enum class KeyType : std::uint8_t {
    flag,           ///< true or false
    count,          ///< a whole number
    rate,           ///< a number from 0 to 1
    text,           ///< any string that is not empty
    word,           ///< one of `words`
    duration,       ///< a string such as "250ms"
    memory,         ///< a string such as "512MiB"
    text_list,      ///< a list of strings
    duration_list,  ///< a list of durations
    latency,        ///< a duration, or a table that names a distribution
    open_table,     ///< a table whose keys are names from elsewhere
    tables,         ///< a list of tables: `[[fault]]`
};

/// A decoded value. Words are strings; counts are whole numbers.
using Datum = std::variant<
    bool,
    std::int64_t,
    double,
    std::string,
    Duration,
    Bytes,
    std::vector<std::string>,
    std::vector<Duration>,
    Latency>;

/// What the keys of the table read from and write to; a key touches the one that its path begins
/// with.
struct Slots {
    Scenario* scenario = nullptr;
    FaultRule* fault = nullptr;
    Expectation* expectation = nullptr;
    Regress* regress = nullptr;
};

/// One key of the format. The table of them drives the decoder, the hints, the printer and the
/// schema.
struct KeySpec {
    std::string_view path;  ///< "workload.callers", "service.database.pool", "fault.kind"
    KeyType type = KeyType::text;
    std::string_view doc;                     ///< one line
    std::span<const std::string_view> words;  ///< `word` only
    std::int64_t least = 0;  ///< `count`; `memory` in bytes; `duration` in microseconds
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    Datum (*load)(const KeySpec&, const Slots&) = nullptr;  ///< null: read by code of its own
    void (*store)(const KeySpec&, const Slots&, const Datum&) = nullptr;
    /// Left out of what is printed, and so of what tokens know a cell by, while it is the default:
    /// for keys that came after the first tokens.
    bool only_if_given = false;
};

/// The newest format version that is read.
inline constexpr std::int64_t format_version = 1;

/// Every key, section by section.
std::span<const KeySpec> keys();

/// What the scenario's way of searching is called in files: "exhaustive", "random", "pct", "timed".
std::string_view name_of(Mode mode);

/// The key with that path, or null.
const KeySpec* find_key(std::string_view path);

/// Names of what may stand directly in `table` ("" is the file): its keys and sub-tables.
std::vector<std::string_view> names_in(std::string_view table);

/// True if the sweep may set the key.
bool sweepable(const KeySpec& key);

/// The key's default; only for a key with `load`.
Datum default_of(const KeySpec& key);

/// The value as TOML.
std::string to_toml(const Datum& datum);

/// A TOML string with its quotes.
std::string quoted(std::string_view text);

}  // namespace onceproof::harness
