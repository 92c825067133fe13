#pragma once

#include <string>

#include "model/guarantee/guarantee.hpp"

namespace onceproof::guarantee {

/// `c1 was told "done" for key pay-1`
inline std::string told(const Moment& moment) {
    return std::string(moment.actor) + " was told \"" + std::string(name_of(moment.reply->kind)) +
           "\" for " + std::string(moment.subject);
}

/// " in the quiet retry after +400s"; nothing while callers call.
inline std::string at_horizon(const Moment& moment) {
    return moment.horizon.empty() ? "" : " " + std::string(moment.horizon);
}

}  // namespace onceproof::guarantee
