#include "model/explore/limits.hpp"

namespace onceproof::explore {

std::string_view name_of(Ending ending) {
    switch (ending) {
        case Ending::exhausted:
            return "exhausted";
        case Ending::found:
            return "found";
        case Ending::states_limit:
            return "states limit";
        case Ending::memory_limit:
            return "memory limit";
        case Ending::stopped:
            return "stopped";
    }
    return "unknown";
}

void Meter::publish() {
    if (limits_.progress == nullptr) {
        return;
    }
    constexpr auto order = std::memory_order_relaxed;
    limits_.progress->transitions.fetch_add(transitions_ - transitions_published_, order);
    limits_.progress->states.fetch_add(states_ - states_published_, order);
    transitions_published_ = transitions_;
    states_published_ = states_;
}

bool Meter::pause() {
    publish();
    return limits_.should_stop && limits_.should_stop();
}

}  // namespace onceproof::explore
