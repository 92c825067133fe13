#include <algorithm>

#include "model/world/world.hpp"

// What may come next in a world: the calm steps first, then those that a fault strikes.

namespace onceproof::world {
namespace {

std::uint8_t object_of(OpCode code) {
    return static_cast<std::uint8_t>(target_of(code));
}

/// Most of a cast is not, at any time.
bool is_at_operation(Status status) {
    return status == Status::ready || status == Status::blocked;
}

explore::Option option_of(std::size_t actor, OpCode code, std::uint8_t outcome) {
    return {
        .actor = static_cast<std::uint8_t>(actor),
        .operation = static_cast<std::uint8_t>(code),
        .object = object_of(code),
        .outcome = outcome};
}

}  // namespace

std::span<const explore::Option> World::enabled() const {
    if (!menu_is_current_) {
        fill_menu();
        menu_is_current_ = true;
    }
    return menu_;
}

void World::fill_menu() const {
    menu_.clear();
    if (state_->phase == Phase::over) {
        return;
    }
    if (timed_.has_value()) {
        fill_timed_menu();
        return;
    }
    add_calm(Cast::network());
    // Option 0 goes on with whoever ran last.
    const std::size_t last = state_->last_actor;
    add_calm(last);
    for (std::size_t actor = 0; actor < cast_.size(); ++actor) {
        if (actor != last && is_at_operation(state_->actors[actor].status)) {
            add_calm(actor);
        }
    }
    if (state_->phase != Phase::callers || state_->faults_used >= fault_budget_ || menu_.empty()) {
        return;
    }
    add_faults(Cast::environment());
    for (std::size_t actor = Cast::caller(0); actor < cast_.size(); ++actor) {
        const Status status = state_->actors[actor].status;
        if (is_at_operation(status) || (can_cancel_ && status == Status::waiting)) {
            add_faults(actor);
        }
    }
}

std::uint8_t World::outcome_of(std::size_t rule) const {
    return rules_.outcome_of(rule);
}

bool World::can_act(std::size_t actor) const {
    const ActorState& state = state_->actors[actor];
    if (state.status != Status::ready) {
        return false;
    }
    if (state.operation->code == OpCode::broker_next) {
        return can_take_deliveries();
    }
    return state.operation->code != OpCode::sql_open ||
           state_->instances[state.instance].connections < config_.pool;
}

void World::add_calm(std::size_t actor) const {
    const ActorState& state = state_->actors[actor];
    if (actor == Cast::network()) {
        if (!late_->empty() && late_->front().due <= state_->now) {
            menu_.push_back(option_of(actor, OpCode::network_deliver, 0));
        }
    } else if (can_act(actor)) {
        menu_.push_back(option_of(actor, state.operation->code, 0));
    } else if (state.status == Status::blocked) {
        const auto& call = static_cast<const SqlOperation&>(*state.operation);
        if (stores_.database().deadlocked(call.session)) {
            menu_.push_back(option_of(actor, OpCode::sql_deadlock, 0));
        }
    }
}

void World::add_faults(std::size_t actor) const {
    const auto add = [&](OpCode step, std::size_t rule) {
        menu_.push_back(option_of(actor, step, rules_.outcome_of(rule)));
    };
    if (actor == Cast::environment()) {
        for_each_rule(rules_.environment(), [&](std::size_t rule) {
            const FaultRule& candidate = config_.faults[rule];
            if (!rule_allows(rule)) {
                return;
            }
            if (target_of(candidate.kind) == Target::broker) {
                add_broker_faults(rule);
            } else if (environment_matters(candidate)) {
                // A fault that would change nothing is none.
                add(step_of(candidate.kind), rule);
            }
        });
        return;
    }
    const bool waits =
        state_->actors[actor].status == Status::blocked || (can_cancel_ && can_be_cancelled(actor));
    if (!waits && !can_act(actor)) {
        return;
    }
    const OpCode code = state_->actors[actor].operation->code;
    if (target_of(code) == Target::broker && !broker_is_up()) {
        return;
    }
    for_each_rule(waits ? rules_.waiting(code) : rules_.at(code), [&](std::size_t rule) {
        if (rule_allows(rule)) {
            add(waits ? step_of(config_.faults[rule].kind) : code, rule);
        }
    });
}

bool World::rule_allows(std::size_t rule) const {
    return state_->rule_used[rule] < config_.faults[rule].max;
}

std::string World::describe(const explore::Option& option) const {
    const std::string who = option.actor < cast_.size() ? cast_[option.actor].name
                                                        : "actor" + std::to_string(option.actor);
    std::string word = who + ":" + std::string(name_of(static_cast<OpCode>(option.operation)));
    if (option.outcome != 0) {
        const auto kind = RuleTable::kind_of(option.outcome);
        const auto known = all_faults();
        const auto info = std::ranges::find(known, kind, &FaultInfo::kind);
        word += ":" + (info == known.end() ? "fault" + std::to_string(option.outcome)
                                           : std::string(info->name));
    }
    return word;
}

}  // namespace onceproof::world
