#pragma once

#include <span>
#include <string_view>

namespace onceproof::harness {

/// How something of a run comes about on a real server, and what of it cannot be compared.
struct Counterpart {
    std::string_view simulated;  ///< a fault by its name, or what else a run has
    std::string_view real;       ///< what the player does; empty: nothing, no run with it is played
    std::string_view left_out{};  ///< empty: all of it is compared
};

/// Of databases, of Redis and of brokers, for documentation; faults first.
std::span<const Counterpart> database_counterparts();
std::span<const Counterpart> redis_counterparts();
std::span<const Counterpart> broker_counterparts();

}  // namespace onceproof::harness
