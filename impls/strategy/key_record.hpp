#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::strategy {

/// What has become of the request behind a key, in a hardened form.
enum class KeyState : std::uint8_t {
    claimed,  ///< its owner works
    unknown,  ///< an outside call went unanswered: nobody may work on it any more
    done,     ///< finished, with its result
};

/// What stands in one Redis key: who works on what, and its result.
struct KeyRecord {
    KeyState state = KeyState::claimed;
    std::string owner = {};    ///< unique per claim; empty once it is done
    std::string payload = {};  ///< what the key was first used for; no line break
    std::string result = {};   ///< `done` only

    friend bool operator==(const KeyRecord&, const KeyRecord&) = default;
};

/// The record as the key's value: four lines, the last one may hold more.
std::string text_of(const KeyRecord& record);

/// The record of a value; empty if it is none.
std::optional<KeyRecord> record_of(std::string_view text);

}  // namespace onceproof::strategy
