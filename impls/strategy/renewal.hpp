#pragma once

#include <string_view>

#include "model/port/env.hpp"

namespace onceproof::strategy {

/// Body of a task that prolongs a key while its value is the handler's own. It lets the key live
/// for three periods from each renewal, so that one may be lost; ends when the key is another's.
void renew_key(Env& env, std::string_view key, std::string_view value, Duration period);

}  // namespace onceproof::strategy
