#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/scenario.hpp"
#include "harness/stage.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/minimise.hpp"

namespace onceproof::harness {

/// The scenario's limits of states and memory, for a search that ends when `should_stop` (empty:
/// never) or the clock says so.
explore::Limits limits_until(
    std::chrono::steady_clock::time_point deadline,
    const Scenario& scenario,
    const std::function<bool()>& should_stop
);

/// A counterexample made small, and the token that replays it.
struct Smallest {
    explore::Minimised minimal;
    std::string token;
};

/// Makes `found` small; `system` is in the order that it was found in. Instead of
/// `limits.states_max`, a limit of its own holds, beyond which it is made smaller and perhaps not
/// minimal.
Smallest smallest(
    explore::TransitionSystem& system,
    const explore::Found& found,
    const CellIdentity& identity,
    explore::Limits limits
);

}  // namespace onceproof::harness
