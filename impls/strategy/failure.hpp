#pragma once

#include <cstdint>

#include "model/port/result.hpp"

namespace onceproof::strategy {

/// What becomes of a claim, a row or a mark when the work under it has failed.
enum class OnFailure : std::uint8_t {
    keep,              ///< it stays: no attempt may work again
    release,           ///< it goes, whatever the failure was
    release_definite,  ///< it goes if surely nothing has happened, and stays if that is unknown
};

/// True if a failure of that certainty releases.
[[nodiscard]] constexpr bool releases(OnFailure policy, Certainty certainty) {
    return policy == OnFailure::release ||
           (policy == OnFailure::release_definite && certainty == Certainty::definite);
}

}  // namespace onceproof::strategy
