#include "model/world/reach.hpp"

#include <algorithm>

namespace onceproof::world {
namespace {

bool contains(std::span<const Target> targets, Target wanted) {
    return std::ranges::find(targets, wanted) != targets.end();
}

}  // namespace

bool can_reach(const FaultRule& rule, std::span<const Target> targets) {
    const Target store = target_of(rule.kind);
    if (store != Target::none) return contains(targets, store);
    // What strikes no store and no operation strikes processes and clocks, which every world has.
    if (info_of(rule.kind).environment) return true;
    return std::ranges::any_of(all_points(), [&](OpCode point) {
        return can_strike(rule.kind, point) && filter_matches(rule.at, point) &&
               contains(targets, target_of(point));
    });
}

}  // namespace onceproof::world
