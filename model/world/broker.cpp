#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/world/world.hpp"

// The broker in a world: who is at it, what strikes it, and what becomes of its messages.

namespace onceproof::world {

using fake::Broker;
using guarantee::When;
using history::Mark;
using MessageState = fake::Broker::MessageState;

bool World::broker_is_up() const {
    return state_->broker_up_at <= state_->now;
}

bool World::can_take_deliveries() const {
    return broker_is_up() && stores_.broker()->has_ready();
}

Broker::Consumer World::consumer_of(std::size_t actor) const {
    ENSURE(cast_[actor].role == Role::consumer);
    return actor - cast_.first_worker();
}

void World::apply_broker(std::size_t actor, BrokerOperation& operation) {
    if (operation.again && drive_again(*operation.request)) {
        const Region::Use use(region(actor));
        operation.result = BrokerOperation::Answer{};
        return;
    }
    Stores::Party party;
    if (operation.code == OpCode::broker_publish) {
        party.producer = {actor, state_->actors[actor].publish};
    } else {
        party.consumer = consumer_of(actor);
    }
    stores_.apply(operation, party, region(actor), state_->now);
}

bool World::drive_again(const Request& request) {
    bool any = false;
    for (std::size_t number = 0; number < stores_.broker()->messages().size(); ++number) {
        if (stores_.broker()->messages()[number].request.order == request.order) {
            stores_.change_broker({.turn = BrokerTurn::drives_again, .number = number});
            any = true;
        }
    }
    return any;
}

void World::wake_resting_messages() {
    for (std::size_t number = 0; number < stores_.broker()->messages().size(); ++number) {
        if (stores_.broker()->messages()[number].state == MessageState::resting) {
            stores_.change_broker({.turn = BrokerTurn::drives_again, .number = number});
        }
    }
}

void World::wake_broker(Instant until) {
    const std::size_t lane = lane_of(Target::broker);
    for (const Broker::Message& message : stores_.broker()->messages()) {
        if (recording_ && message.deadline <= until) {
            const std::string& name = cast_[cast_.first_worker() + message.consumer].name;
            note(lane, lane, Mark::timeout, "waits for " + name + " no longer: " + message.id);
            notes_.back().at = message.deadline;
        }
    }
    stores_.change_broker({.turn = BrokerTurn::patience_passes, .until = until});
    if (recording_ && !broker_is_up() && state_->broker_up_at <= until) {
        note(lane, lane, Mark::local, "the broker is up again");
        notes_.back().at = until;
    }
}

void World::take_back_from(std::size_t actor) {
    if (cast_[actor].role == Role::consumer) {
        stores_.change_broker({.turn = BrokerTurn::takes_back, .number = consumer_of(actor)});
    }
}

void World::add_broker_faults(std::size_t rule) const {
    const FaultKind kind = config_.faults[rule].kind;
    explore::Option option{
        .actor = static_cast<std::uint8_t>(Cast::environment()),
        .operation = static_cast<std::uint8_t>(OpCode::broker_down),
        .object = static_cast<std::uint8_t>(Target::broker),
        .outcome = outcome_of(rule)};
    if (stores_.broker() == nullptr || !broker_is_up()) {
        return;
    }
    if (kind == FaultKind::broker_down) {
        menu_.push_back(option);
        return;
    }
    // The object says which delivery, or whose.
    const std::span<const Broker::Message> messages = stores_.broker()->messages();
    const auto is_held = [](const Broker::Message& message) {
        return message.state == MessageState::unacknowledged;
    };
    if (kind == FaultKind::redelivery) {
        option.operation = static_cast<std::uint8_t>(OpCode::broker_redeliver);
        for (std::size_t number = 0; number < messages.size(); ++number) {
            if (is_held(messages[number])) {
                option.object = static_cast<std::uint8_t>(number);
                menu_.push_back(option);
            }
        }
        return;
    }
    option.operation = static_cast<std::uint8_t>(OpCode::broker_rebalance);
    for (std::size_t consumer = 0; consumer < config_.consumers; ++consumer) {
        if (std::ranges::any_of(messages, [&](const Broker::Message& message) {
                return is_held(message) && message.consumer == consumer;
            })) {
            option.object = static_cast<std::uint8_t>(consumer);
            menu_.push_back(option);
        }
    }
}

void World::strike_broker(const FaultRule& rule, std::size_t object) {
    const std::size_t lane = lane_of(Target::broker);
    if (rule.kind == FaultKind::redelivery) {
        const Broker::Message& message = stores_.broker()->messages()[object];
        const std::size_t holder = cast_.first_worker() + message.consumer;
        note(lane, lane, Mark::local, "takes " + message.id + " back from " + cast_[holder].name);
        stores_.change_broker({.turn = BrokerTurn::redelivers, .number = object});
        return;
    }
    if (rule.kind == FaultKind::rebalance) {
        const std::string& name = cast_[cast_.first_worker() + object].name;
        note(lane, lane, Mark::local, "takes back what " + name + " works on");
        stores_.change_broker({.turn = BrokerTurn::takes_back, .number = object});
        return;
    }
    note(lane, lane, Mark::local, "the broker is down");
    stores_.write_down(StoreFault{.kind = rule.kind, .duration = rule.duration});
    state_->broker_up_at = state_->now + rule.duration;
    for (std::size_t i = 0; i < config_.consumers; ++i) {
        take_back_from(cast_.first_worker() + i);
    }
}

void World::start_worker(std::size_t actor) {
    ActorState& state = state_->actors[actor];
    if (is_active(state.status)) {
        return;
    }
    const std::uint8_t ids = state.ids;  // a uuid is never drawn twice
    const std::uint8_t publish = state.publish;
    const std::uint8_t rounds = state.rounds;
    state = ActorState{};
    state.ids = ids;
    state.publish = publish;
    state.rounds = rounds;
    state.status = Status::starting;
    state.instance = static_cast<std::uint8_t>(cast_[actor].instance);
}

void World::start_workers(std::size_t instance) {
    for (std::size_t i = 0; i < cast_.workers(); ++i) {
        const std::size_t actor = cast_.first_worker() + i;
        const Part& part = cast_[actor];
        const bool goes_on =
            part.role == Role::consumer ||
            (state_->phase == Phase::callers && state_->actors[actor].rounds < config_.relay_runs);
        if (part.instance == instance && goes_on) {
            start_worker(actor);
        }
    }
}

void World::start_relays() {
    for (std::size_t i = 0; i < config_.relays; ++i) {
        start_worker(cast_.first_worker() + config_.consumers + i);
    }
}

bool World::relay_goes_on(std::size_t actor) {
    if (state_->phase != Phase::callers) {
        return false;
    }
    return ++state_->actors[actor].rounds < config_.relay_runs;
}

void World::begin_anew(std::size_t actor) {
    ActorState& state = state_->actors[actor];
    state.observed = {};
    state.operations = 0;
    state.hit = false;
}

void World::publish_confirmed(std::size_t actor) {
    guarantee::Book& book = state_->books[order_of(request_of(actor))];
    if (book.told_success == 0) {
        book.told_success = static_cast<std::uint8_t>(actor);
    }
}

void World::crash_process_of(std::size_t actor, std::size_t instance) {
    if (cast_[actor].role != Role::producer) {
        crash(instance);
        return;
    }
    note(actor, actor, Mark::local, cast_[actor].name + " dies");
    end(actor);
    ActorState& state = state_->actors[actor];
    state.status = Status::dead;
    state.wake_at = state_->now + config_.restart;
}

void World::restart_producer(std::size_t actor) {
    note(actor, actor, Mark::local, cast_[actor].name + " starts again");
    // A new process does not know what the dead one has published.
    const auto publish = static_cast<std::uint8_t>(state_->actors[actor].publish + 1);
    state_->actors[actor] = ActorState{};
    state_->actors[actor].publish = publish;
    state_->actors[actor].status = Status::starting;
}

void World::drain(std::size_t actor) {
    ActorState& state = state_->actors[actor];
    state.status = Status::draining;
    state.operation = nullptr;
    fibers_[actor]->suspend();
}

void World::judge_drained() {
    if (!state_->retrying) {
        judge_quiet();
        return;
    }
    for (std::size_t order = 0; order < orders_.size(); ++order) {
        guarantee::Book& book = state_->books[order];
        const guarantee::Moment moment = moment_of(order, When::quiet);
        const bool handled = config_.load == Load::messages ? !moment.parked : book.retry_told;
        if (config_.asynchronous && handled && book.effects > 0 && !book.recovered) {
            book.recovered = true;
            slowest_recovery_ = std::max<std::size_t>(slowest_recovery_, state_->settled);
        }
    }
}

guarantee::Moment World::moment_of(std::size_t order, When when) const {
    guarantee::Moment moment{
        .when = when, .book = state_->books[order], .subject = subjects_[order]};
    moment.asynchronous = config_.asynchronous;
    if (stores_.broker() == nullptr) {
        return moment;
    }
    for (const Broker::Message& message : stores_.broker()->messages()) {
        if (message.request.order != config_.callers[orders_[order]].request.order) {
            continue;
        }
        if (message.state != MessageState::acknowledged) {
            moment.parked = true;
        } else if (moment.message.empty()) {
            moment.message = message.id;
            moment.acknowledged_by = cast_[cast_.first_worker() + message.consumer].name;
        }
    }
    return moment;
}

}  // namespace onceproof::world
