#include "model/world/reach.hpp"

#include <algorithm>

namespace onceproof::world {
namespace {

/// What a fault of the environment strikes; `none` for one that strikes operations. Without a
/// default on purpose: a new kind has to be placed here.
Target target_of(FaultKind kind) {
    switch (kind) {
        using enum FaultKind;
        case redis_restart:
        case redis_failover:
            return Target::redis;
        case none:
        case request_lost:
        case reply_lost:
        case late:
        case resent:
        case stall:
        case refused:
        case crash_before:
        case crash_after:
        case statement_error:
        case connection_killed:
        case declined:
            break;
    }
    return Target::none;
}

bool contains(std::span<const Target> targets, Target wanted) {
    return std::ranges::find(targets, wanted) != targets.end();
}

}  // namespace

bool can_reach(const FaultRule& rule, std::span<const Target> targets) {
    const Target store = target_of(rule.kind);
    if (store != Target::none) return contains(targets, store);
    return std::ranges::any_of(all_points(), [&](OpCode point) {
        return can_strike(rule.kind, point) && filter_matches(rule.at, point) &&
               contains(targets, world::target_of(point));
    });
}

}  // namespace onceproof::world
