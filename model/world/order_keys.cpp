#include "model/world/world.hpp"

// The keys of orders whose callers make or get them during the run.

namespace onceproof::world {

std::string World::shared_key(std::size_t actor) {
    const std::size_t order = order_of(config_.callers[cast_[actor].caller].request);
    OrderKey& key = state_->order_keys[order];
    while (key.known.empty() && key.asker != 0 && key.asker != actor) {
        state_->actors[actor].status = Status::held;
        state_->actors[actor].operation = nullptr;
        fibers_[actor]->suspend();
    }
    if (key.known.empty()) {
        key.asker = actor;
    }
    observe(actor, key.known);
    return key.known;
}

void World::key_known(const Request& request, std::size_t actor) {
    const std::size_t order = order_of(request);
    OrderKey& key = state_->order_keys[order];
    const bool first = cast_[actor].caller == orders_[order];
    if (first || key.known.empty() || config_.identity == Identity::per_order) {
        const Region::Use use(state_region_);
        key.known = request.key;
    }
    if (key.asker == actor) {
        release_held(order);
    }
}

void World::release_held(std::size_t order) {
    state_->order_keys[order].asker = 0;
    for (std::size_t caller = 0; caller < config_.callers.size(); ++caller) {
        ActorState& state = state_->actors[Cast::caller(caller)];
        if (state.status == Status::held && order_of(config_.callers[caller].request) == order) {
            state.status = Status::starting;
        }
    }
}

void World::observe(std::size_t actor, std::string_view seen) {
    if (!fingerprints_) {
        return;
    }
    ActorState& state = state_->actors[actor];
    Hasher hasher;
    hasher.add(state.observed);
    hasher.add(seen);
    state.observed = hasher.finish();
}

}  // namespace onceproof::world
