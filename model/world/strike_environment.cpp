#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/world/world.hpp"

// Faults of the stores and of the processes themselves: they come at any time, and strike whoever
// is there.

namespace onceproof::world {

using history::Mark;

namespace {

constexpr Error unavailable{ErrorKind::unavailable, Certainty::definite};

/// True if the command would change something, or is refused by a store that may not be written.
bool writes(const fake::Redis& redis, const KvOperation& call, Instant now) {
    switch (call.code) {
        using enum OpCode;
        case kv_get:
        case kv_ttl:
            return false;
        case kv_compare_and_delete:
        case kv_compare_and_expire:
        case kv_compare_and_set:
            // The server refuses a script when it comes to the write.
            return redis.get(call.key, now) == call.expected;
        default:
            return true;
    }
}

}  // namespace

bool World::environment_matters(const FaultRule& rule) const {
    const Instant now = state_->now;
    const bool lasts = rule.duration > Duration{0};
    const bool redis_is_up = state_->redis_down_until <= now;
    const bool database_is_up = state_->database_down_until <= now;
    switch (rule.kind) {
        using enum FaultKind;
        case redis_restart:
            return stores_.redis().size(now) > 0;
        case redis_failover:
            return stores_.redis().forgettable() > 0;
        case clock_step:
            return lasts;
        case redis_down:
            return lasts && redis_is_up && config_.uses_redis;
        case redis_read_only:
            return lasts && redis_is_up && config_.uses_redis &&
                   state_->redis_read_only_until <= now;
        case redis_eviction:
            return stores_.redis().evictable(rule.key, now).has_value();
        case lease_session_expired:
            return stores_.redis().first_session(now) != 0;
        case database_restart:
            return connected();
        case database_down:
            return lasts && database_is_up && config_.uses_database;
        default:
            ENSURE(rule.kind == database_failover);
            return connected() || stores_.database().forgettable() > 0;
    }
}

void World::strike_environment(const FaultRule& rule) {
    for (std::size_t actor = cast_.first_handler(); actor < cast_.size(); ++actor) {
        const bool elsewhere = rule.kind == FaultKind::clock_step &&
                               state_->actors[actor].instance + 1U != config_.instances;
        state_->actors[actor].hit |= is_active(state_->actors[actor].status) && !elsewhere;
    }
    const auto tell = [&](Target target, const std::string& text) {
        note(lane_of(target), lane_of(target), Mark::local, text);
    };
    const Instant end = state_->now + rule.duration;
    switch (rule.kind) {
        using enum FaultKind;
        case redis_restart:
            stores_.write_down(StoreFault{.kind = rule.kind});
            stores_.restart_redis(state_->now);
            tell(Target::redis, "Redis restarts");
            return;
        case redis_failover: {
            const std::size_t lost = std::min(rule.lose, stores_.redis().forgettable());
            stores_.write_down(StoreFault{.kind = rule.kind, .lost = lost});
            stores_.fail_redis_over(lost, state_->now);
            tell(
                Target::redis,
                "the replica takes over; it lacks the newest " + std::to_string(lost) + " write(s)"
            );
            return;
        }
        case clock_step:
            state_->instances.back().skew += rule.duration;
            tell(
                Target::service,
                "the clock of instance " + std::to_string(config_.instances) + " is ahead by " +
                    format_duration(state_->instances.back().skew)
            );
            return;
        case redis_down:
            stores_.write_down(StoreFault{.kind = rule.kind, .duration = rule.duration});
            state_->redis_down_until = end;
            tell(Target::redis, "Redis is down");
            return;
        case redis_read_only:
            stores_.write_down(StoreFault{.kind = rule.kind, .duration = rule.duration});
            state_->redis_read_only_until = end;
            tell(Target::redis, "Redis refuses writes");
            return;
        case redis_eviction: {
            const std::string key = *stores_.redis().evictable(rule.key, state_->now);
            stores_.write_down(StoreFault{.kind = rule.kind, .key = key});
            stores_.evict(key, state_->now);
            tell(Target::redis, "memory is short: " + key + " is evicted");
            return;
        }
        case lease_session_expired: {
            const std::size_t owner = stores_.redis().first_session(state_->now);
            stores_.write_down(StoreFault{.kind = rule.kind});
            end_kv_session(owner - 1, state_->now);
            tell(
                Target::redis,
                "the session of instance " + std::to_string(owner) +
                    " is over; its ephemeral keys are gone"
            );
            return;
        }
        default:
            strike_database(rule);
    }
}

void World::strike_database(const FaultRule& rule) {
    std::string text = "the database restarts";
    const std::size_t lost = std::min(rule.lose, stores_.database().forgettable());
    stores_.write_down(StoreFault{
        .kind = rule.kind,
        .duration = rule.duration,
        .lost = rule.kind == FaultKind::database_failover ? lost : 0});
    cut_connections();
    if (rule.kind == FaultKind::database_down) {
        state_->database_down_until = state_->now + rule.duration;
        text = "the database is down";
    } else if (rule.kind == FaultKind::database_failover) {
        stores_.fail_database_over(lost);
        text = "the standby takes over; it lacks the newest " + std::to_string(lost) + " commit(s)";
    }
    note(lane_of(Target::database), lane_of(Target::database), Mark::local, text);
}

bool World::connected() const {
    for (std::size_t session = 0; session < state_->sessions.size(); ++session) {
        const SessionState& client = state_->sessions[session];
        // The server may still hold a transaction for a commit that is late.
        if ((client.open && !client.dead) || stores_.database().in_transaction(session)) {
            return true;
        }
    }
    return false;
}

void World::cut_connections() {
    for (std::size_t actor = cast_.first_handler(); actor < cast_.size(); ++actor) {
        ActorState& state = state_->actors[actor];
        const bool under_way = state.status == Status::ready || state.status == Status::blocked;
        if (!under_way || target_of(state.operation->code) != Target::database ||
            state.operation->code == OpCode::sql_open) {
            continue;
        }
        const Error error = lost_error(*state.operation, ErrorKind::connection_lost);
        fail(actor, *state.operation, error);
        note(
            actor,
            lane_of(Target::database),
            Mark::message,
            state.operation->call_text() + " -> ERROR " + text_of(error)
        );
        state.status = Status::starting;
    }
    for (std::size_t session = 0; session < state_->sessions.size(); ++session) {
        SessionState& client = state_->sessions[session];
        if (client.open && !client.dead) {
            kill_session(session);
        } else if (stores_.database().in_transaction(session)) {
            stores_.roll_back(session, SqlEnding::killed);
        }
    }
    // With its transaction gone, a late commit has nothing to commit.
    const auto commits = [](const LateMessage& message) {
        return message.code == OpCode::sql_commit;
    };
    if (std::ranges::any_of(*late_, commits)) {
        const Region::Use use(network_region_);
        std::erase_if(*late_, commits);
    }
}

void World::end_kv_session(std::size_t instance, Instant at) {
    const auto session = static_cast<std::uint8_t>(instance + 1);
    stores_.end_session(session, at);
    // The store takes nothing more from a session that is over.
    const auto of_session = [&](const LateMessage& message) {
        return message.options.ephemeral && message.session == session;
    };
    if (std::ranges::any_of(*late_, of_session)) {
        const Region::Use use(network_region_);
        std::erase_if(*late_, of_session);
    }
}

std::optional<Error> World::refusal(const Operation& operation) const {
    const Instant now = state_->now;
    switch (target_of(operation.code)) {
        case Target::redis: {
            const bool read_only =
                state_->redis_read_only_until > now &&
                writes(stores_.redis(), static_cast<const KvOperation&>(operation), now);
            return state_->redis_down_until > now || read_only ? std::optional(unavailable)
                                                               : std::nullopt;
        }
        case Target::database:
            return state_->database_down_until > now ? std::optional(unavailable) : std::nullopt;
        default:
            return std::nullopt;
    }
}

void World::stop_faults() {
    state_->redis_down_until = {};
    state_->redis_read_only_until = {};
    state_->database_down_until = {};
    stores_.write_down(FaultsEnd{});
}

}  // namespace onceproof::world
