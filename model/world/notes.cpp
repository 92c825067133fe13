#include "model/base/text.hpp"
#include "model/world/world.hpp"

// What a recorded run writes down. Lanes: the actors in cast order, then the service and the
// stores.

namespace onceproof::world {

void World::note(std::size_t from, std::size_t to, history::Mark mark, std::string text) {
    if (!recording_) {
        return;
    }
    history::Step step;
    step.at = state_->now;
    step.from = from;
    step.to = to;
    step.mark = striking_ == nullptr ? mark : history::Mark::fault;
    step.text = std::move(text);
    if (striking_ != nullptr) {
        const FaultInfo& info = info_of(striking_->kind);
        step.fault = std::string(info.name);
        if (info.takes_duration) {
            step.fault += " for " + format_duration(striking_->duration);
        }
    }
    notes_.push_back(std::move(step));
}

std::size_t World::lane_of(Target target) const {
    return cast_.size() + static_cast<std::size_t>(target) - 1;
}

std::vector<std::string> World::lanes() const {
    std::vector<std::string> names;
    for (std::size_t actor = 0; actor < cast_.size(); ++actor) {
        names.push_back(cast_[actor].name);
    }
    for (const char* store : {"service", "redis", "db", "gateway"}) {
        names.emplace_back(store);
    }
    return names;
}

std::vector<StoreEntry> World::stores_now() const {
    return stores_.describe(state_->now);
}

}  // namespace onceproof::world
