#pragma once

#include <cstdint>

#include "impls/strategy/claim_sql.hpp"
#include "model/port/env.hpp"

namespace onceproof::strategy {

/// Whose the rows are that a relay is about to publish.
enum class RelayClaim : std::uint8_t {
    none,         ///< everybody's: two relays publish the same ones
    owner,        ///< this round's, until its lease ends
    worker_name,  ///< those of the name that all rounds bear, until the lease ends
};

struct RelayOptions {
    RelayClaim claim = RelayClaim::none;
    bool marks_all = false;        ///< marks all that is unsent; otherwise what was read
    bool high_water_mark = false;  ///< remembers the highest number; otherwise each row has a flag
    Duration lease = std::chrono::seconds(10);
};

/// One round: reads what is unsent, publishes it, marks it. Stops at the first error and gives its
/// claims up; what was not marked is published again by a later round.
void relay_outbox(const RelayOptions& options, Env& env);

}  // namespace onceproof::strategy
