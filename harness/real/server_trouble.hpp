#pragma once

#include <optional>
#include <stdexcept>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// Does `work`, which gives an obstacle or none. If it throws std::runtime_error, `server` has
/// failed: `give_up` drops it, so that the next run has a new one.
template <class Work, class GiveUp>
std::optional<Obstacle> unless_server_fails(const char* server, Work work, GiveUp give_up) {
    try {
        return work();
    } catch (const std::runtime_error& error) {
        give_up();
        return Obstacle{
            .kind = Obstacle::Kind::server_failed, .what = server, .real = error.what()};
    }
}

}  // namespace onceproof::harness
