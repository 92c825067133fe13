#include <algorithm>
#include <charconv>
#include <utility>

#include "model/base/text.hpp"
#include "model/world/world.hpp"

// What a recorded run writes down. Lanes: the actors in cast order, then the service and the
// stores.

namespace onceproof::world {

void World::note(std::size_t from, std::size_t to, history::Mark mark, std::string_view text) {
    if (!recording_) {
        return;
    }
    history::Step step;
    step.at = state_->now;
    step.from = from;
    step.to = to;
    step.mark = striking_ == nullptr ? mark : history::Mark::fault;
    step.text = text;
    if (striking_ != nullptr) {
        const FaultInfo& info = info_of(striking_->kind);
        step.fault = std::string(info.name);
        if (info.takes_duration) {
            step.fault += " for " + format_duration(striking_->duration);
        }
    }
    notes_.push_back(std::move(step));
}

void World::note_call(std::size_t from, std::size_t to, const Operation& operation) {
    if (recording_) {
        note(from, to, history::Mark::message, operation.call_text());
    }
}

void World::log_stopped(std::size_t actor, const Operation& operation, const Passage& passage) {
    StoreLog* log = stores_.log();
    if (log == nullptr || operation.code == OpCode::sql_open) {
        return;
    }
    switch (target_of(operation.code)) {
        case Target::redis:
            log->add(static_cast<const KvOperation&>(operation), passage);
            return;
        case Target::database:
            log->add(static_cast<const SqlOperation&>(operation), passage);
            return;
        case Target::gateway:
            log->add(static_cast<const GatewayOperation&>(operation), passage);
            return;
        case Target::broker: {
            const bool consumes = cast_[actor].role == Role::consumer;
            const fake::Broker::Producer producer{actor, state_->actors[actor].publish};
            const auto consumer = consumes ? consumer_of(actor) : fake::Broker::Consumer{0};
            log->add(static_cast<const BrokerOperation&>(operation), consumer, producer, passage);
            return;
        }
        default:
            return;  // calls of the service and their answers
    }
}

void World::note_refusal(
    std::size_t actor, const Operation& operation, history::Mark mark, Error error
) {
    if (recording_) {
        const std::string text = operation.call_text() + " -> ERROR " + text_of(error);
        note(actor, lane_of(target_of(operation.code)), mark, text);
    }
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
    if (config_.has_broker()) {
        names.emplace_back("broker");
    }
    return names;
}

void World::record(bool on) {
    recording_ = on;
    noted_ = on ? entries() : std::vector<StoreEntry>();
}

std::vector<StoreEntry> World::entries() const {
    std::vector<StoreEntry> entries = stores_.describe(state_->now);
    for (StoreEntry& entry : entries) {
        // The database knows sessions by number: "(pending, s10)".
        std::string& text = entry.content;
        const std::size_t mark = text.rfind(", s");
        if (entry.store != "db" || mark == std::string::npos) {
            continue;
        }
        std::size_t session = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + mark + 3, end, session);
        const std::size_t actor = session / sessions_per_actor;
        if (error == std::errc{} && stop + 1 == end && *stop == ')' && actor < cast_.size()) {
            text.replace(mark + 2, text.size() - mark - 3, cast_[actor].name);
        }
    }
    return entries;
}

void World::note_stores() {
    if (!recording_) {
        return;
    }
    std::vector<StoreEntry> before = std::exchange(noted_, entries());
    if (notes_.empty()) {
        return;
    }
    std::vector<history::Change>& changes = notes_.front().changes;
    const auto same_place = [](const StoreEntry& one) {
        return [&one](const StoreEntry& other) {
            return other.store == one.store && other.name == one.name;
        };
    };
    for (const StoreEntry& old : before) {
        if (std::ranges::none_of(noted_, same_place(old))) {
            changes.push_back({old.store, old.name, std::nullopt});
        }
    }
    for (const StoreEntry& entry : noted_) {
        if (std::ranges::find(before, entry) == before.end()) {
            const std::string ttl =
                entry.ends.has_value() ? ", ttl " + format_duration(*entry.ends - state_->now) : "";
            changes.push_back({entry.store, entry.name, entry.content + ttl});
        }
    }
}

void World::note_expiries(Instant until) {
    if (!recording_) {
        return;
    }
    for (const StoreEntry& entry : noted_) {
        if (entry.ends.has_value() && *entry.ends <= until) {
            const std::size_t lane = lane_of(Target::redis);
            note(lane, lane, history::Mark::local, entry.name + " expires");
            notes_.back().at = *entry.ends;
            notes_.back().changes = {{entry.store, entry.name, std::nullopt}};
        }
    }
    std::erase_if(noted_, [&](const StoreEntry& entry) {
        return entry.ends.has_value() && *entry.ends <= until;
    });
}

}  // namespace onceproof::world
