#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "tests/conformance/broker_rig.hpp"
#include "tests/conformance/figures.hpp"
#include "tests/conformance/sequences.hpp"

namespace onceproof::conformance {

/// Makes the fake's arm, for a queue with that limit.
using BrokerFront = std::function<std::unique_ptr<FakeBrokerRig>(std::uint32_t deliveries_max)>;

template <class Rig>
std::unique_ptr<FakeBrokerRig> make_rig(std::uint32_t deliveries_max) {
    return std::make_unique<Rig>(deliveries_max);
}

/// Sequences of publishing, taking, acknowledging, rejecting and dying. What they need outlives the
/// law.
Law broker_law(const BrokerFront& front, Figures& figures);

/// Sequences, some queues side by side, after which the node is killed and comes back.
Law node_crash_law(Figures& figures);

}  // namespace onceproof::conformance
