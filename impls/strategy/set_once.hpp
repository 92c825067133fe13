#pragma once

#include <optional>
#include <string_view>

#include "model/port/kv.hpp"

namespace onceproof::strategy {

/// How a key is taken that marks who works.
struct SetOnce {
    std::optional<Duration> ttl = {};  ///< empty: no time to live
    bool two_commands = false;         ///< SETNX, then EXPIRE; otherwise one command
    bool ephemeral = false;            ///< it ends with the client's session, not with a time
};

/// Creates the key unless it exists; true if this call did. With two commands the second one's
/// result is thrown away, as where that was found. Errors are those of `KeyValue::set`.
Result<bool> set_once(
    KeyValue& kv, std::string_view key, std::string_view value, const SetOnce& how
);

}  // namespace onceproof::strategy
