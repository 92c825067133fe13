#pragma once

#include <optional>
#include <string>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// Empty: as it is in the log.
inline std::string text_of(const std::optional<Obstacle>& obstacle) {
    if (!obstacle) return "";
    return std::to_string(obstacle->step) + ": " + obstacle->what + " | " + obstacle->simulated +
           " | " + obstacle->real;
}

}  // namespace onceproof::harness
