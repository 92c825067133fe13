#include "model/world/timed.hpp"

#include <algorithm>
#include <tuple>

#include "model/base/random.hpp"
#include "model/world/world.hpp"

// Timed order: every call takes its time, and whatever comes first is next.
//
// What the seed of a case draws depends on nothing but who draws and how often before: a fault more
// or less leaves the latencies of all others as they were.

namespace onceproof::world {
namespace {

/// PostgreSQL looks for a deadlock when a statement has waited this long (`deadlock_timeout`);
/// InnoDB at once.
constexpr Duration postgres_deadlock_timeout = std::chrono::seconds(1);

/// No calm run is longer.
constexpr std::size_t steps_max = 100'000;

// Whose numbers they are: an actor's, or this one's.
constexpr std::uint64_t moments_stream = 256;

/// Who may be next: the earliest is, and by lot if there are several.
struct Place {
    Instant at{};
    std::uint64_t lot = 0;
    std::size_t actor = 0;

    [[nodiscard]] bool precedes(const Place& other) const {
        return std::tie(at, lot, actor) < std::tie(other.at, other.lot, other.actor);
    }
};

std::uint64_t drawn(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
    return case_seed(case_seed(seed, stream), index);
}

}  // namespace

bool comes_by_itself(FaultKind kind) {
    return info_of(kind).environment || strikes_waiting(kind);
}

const TimedCase::Moment* TimedCase::next(const State& state) const {
    const bool over = state.phase != Phase::callers || state.moments_passed >= moments.size();
    return over ? nullptr : &moments[state.moments_passed];
}

bool TimedCase::has_come(const State& state) const {
    const Moment* moment = next(state);
    return moment != nullptr && moment->at <= state.now;
}

void TimedCase::hash(Hasher& hasher, const State& state) const {
    const auto until = [&](Instant at) {
        return static_cast<std::uint64_t>((at - state.now).count());
    };
    const Moment* moment = next(state);
    hasher.add(state.moments_passed);
    hasher.add(moment == nullptr ? 0 : until(moment->at));
    for (std::size_t actor = 0; actor < state.actors.size(); ++actor) {
        const ActorState& one = state.actors[actor];
        const bool calls = one.status == Status::ready || one.status == Status::blocked;
        hasher.add(state.calls[actor]);
        hasher.add(calls ? until(one.wake_at) : 0);
    }
}

void World::order_by_time(std::optional<std::uint64_t> case_seed) {
    timed_.reset();
    if (!case_seed.has_value()) {
        return;
    }
    timed_.emplace().seed = *case_seed;
    if (std::ranges::none_of(config_.faults, comes_by_itself, &FaultRule::kind)) {
        return;
    }
    reset(0);
    for (std::size_t step = 0; step < steps_max && state_->phase == Phase::callers; ++step) {
        take(0);
    }
    const bool ended = state_->phase != Phase::callers;
    const Duration span = (ended ? state_->settle_start : state_->now) - Instant{};
    std::vector<TimedCase::Moment>& moments = timed_->moments;
    for (std::size_t rule = 0; rule < config_.faults.size(); ++rule) {
        const FaultRule& fault = config_.faults[rule];
        for (std::size_t strike = 0; comes_by_itself(fault.kind) && strike < fault.max; ++strike) {
            Random random(drawn(*case_seed, moments_stream + rule, strike));
            const std::uint64_t after = random.below(static_cast<std::uint64_t>(span.count()) + 1);
            moments.push_back({Instant{} + Duration{static_cast<std::int64_t>(after)}, rule});
        }
    }
    std::ranges::stable_sort(moments, {}, &TimedCase::Moment::at);
}

/// When the operation that the actor has announced arrives at its target.
void World::set_arrival(std::size_t actor) {
    ActorState& state = state_->actors[actor];
    const std::uint64_t bits = drawn(timed_->seed, actor, state_->calls[actor]++);
    state.wake_at = state_->now + config_.latencies.of(state.operation->code).draw(bits);
}

/// When the actor's next step comes; empty: it waits for something else.
std::optional<Instant> World::arrival_of(std::size_t actor) const {
    const ActorState& state = state_->actors[actor];
    if (can_act(actor)) {
        return state.wake_at;
    }
    if (state.status == Status::blocked &&
        stores_.database().deadlocked(static_cast<const SqlOperation&>(*state.operation).session)) {
        const bool waits = config_.dialect == fake::Dialect::postgres;
        return state.wake_at + (waits ? postgres_deadlock_timeout : Duration{0});
    }
    return std::nullopt;
}

/// A moment at which nothing can strike is no decision.
void World::skip_vain_moments() {
    while (timed_.has_value() && timed_->has_come(*state_)) {
        menu_is_current_ = false;
        if (enabled().size() > 1) {
            return;
        }
        ++state_->moments_passed;
    }
    menu_is_current_ = false;
}

void World::fill_timed_menu() const {
    const bool faults_left = state_->phase == Phase::callers && state_->faults_used < fault_budget_;
    if (timed_->has_come(*state_)) {
        const std::uint8_t outcome = outcome_of(timed_->next(*state_)->rule);
        menu_.push_back(
            {.actor = static_cast<std::uint8_t>(Cast::environment()),
             .operation = static_cast<std::uint8_t>(OpCode::time_pass)}
        );
        for (std::size_t actor = 0; faults_left && actor < cast_.size(); ++actor) {
            add_faults(actor);
        }
        std::erase_if(menu_, [outcome](const explore::Option& option) {
            return option.outcome != 0 && option.outcome != outcome;
        });
        return;
    }
    std::optional<Place> first;
    const auto consider = [&](std::size_t actor, Instant at) {
        if (at > state_->now) {
            return;
        }
        const Place place{at, drawn(~timed_->seed, actor, state_->calls[actor]), actor};
        if (!first.has_value() || place.precedes(*first)) {
            first = place;
        }
    };
    if (!late_->empty()) {
        consider(Cast::network(), late_->front().due);
    }
    for (std::size_t actor = Cast::caller(0); actor < cast_.size(); ++actor) {
        if (const std::optional<Instant> arrival = arrival_of(actor)) {
            consider(actor, *arrival);
        }
    }
    if (!first.has_value()) {
        return;
    }
    const std::size_t next = first->actor;
    add_calm(next);
    if (faults_left && can_act(next)) {
        add_faults(next);
    }
}

}  // namespace onceproof::world
