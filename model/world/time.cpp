#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/world/world.hpp"

// What happens between steps: the clock, the phases of a run, and the guarantees' eyes.

namespace onceproof::world {

using guarantee::Moment;
using guarantee::When;

void World::advance() {
    while (state_->phase != Phase::over) {
        menu_is_current_ = false;
        if (!enabled().empty()) {
            return;
        }
        if (const std::optional<Instant> next = next_wake()) {
            wake(*next);
            run_starting();
            refresh_blocked();
        } else if (state_->phase == Phase::callers) {
            begin_settling();
            run_starting();
        } else if (state_->actors[cast_.settler()].status == Status::draining) {
            judge_drained();
            resume(cast_.settler());
            run_starting();
        } else {
            judge_end();
            state_->phase = Phase::over;
        }
    }
    menu_is_current_ = false;
}

std::optional<Instant> World::next_wake() const {
    std::optional<Instant> next;
    const auto consider = [&next](Instant candidate) {
        next = next.has_value() ? std::min(*next, candidate) : candidate;
    };
    for (const ActorState& actor : state_->actors) {
        if (actor.status == Status::sleeping || actor.status == Status::waiting ||
            actor.status == Status::dead) {
            consider(actor.wake_at);
        }
    }
    for (const InstanceState& instance : state_->instances) {
        if (!instance.alive) {
            consider(instance.restart_at);
        }
    }
    if (!late_->empty()) {
        consider(late_->front().due);
    }
    if (stores_.broker() != nullptr) {
        if (const std::optional<Instant> deadline = stores_.broker()->next_deadline()) {
            consider(*deadline);
        }
        if (!broker_is_up()) {
            consider(state_->broker_up_at);
        }
    }
    return next;
}

void World::wake(Instant until) {
    note_expiries(until);
    if (stores_.broker() != nullptr) {
        wake_broker(until);
    }
    state_->now = until;
    for (std::size_t i = 0; i < state_->instances.size(); ++i) {
        InstanceState& instance = state_->instances[i];
        if (!instance.alive && instance.restart_at <= until) {
            instance.alive = true;
            start_workers(i);
        }
    }
    for (std::size_t actor = 0; actor < state_->actors.size(); ++actor) {
        ActorState& state = state_->actors[actor];
        if (state.wake_at > until) {
            continue;
        }
        if (state.status == Status::waiting) {
            fail(actor, *state.operation, {ErrorKind::timeout, Certainty::indefinite});
            note(actor, actor, history::Mark::timeout, "gives up waiting for the answer");
            resume(actor);
        } else if (state.status == Status::sleeping) {
            resume(actor);
        } else if (state.status == Status::dead) {
            restart_producer(actor);
        }
    }
}

void World::begin_settling() {
    state_->phase = Phase::settling;
    state_->settle_start = state_->now;
    if (stores_.broker() != nullptr) {
        // The guarantees look when the queue has been drained.
        wake_resting_messages();
    } else {
        for (std::size_t key = 0; key < keys_.size(); ++key) {
            judge(moment_of(key, When::quiet));
        }
    }
    resume(cast_.settler());
}

void World::judge_end() {
    std::vector<std::string> left_over;
    for (const auto& line : stores_.redis().describe(state_->now)) {
        left_over.push_back("redis " + line.name);
    }
    for (const std::string& table : config_.strategy_tables) {
        const std::size_t rows = stores_.database().committed(table).size();
        if (rows > 0) {
            left_over.push_back(std::to_string(rows) + " row(s) of " + table);
        }
    }
    for (std::size_t key = 0; key < keys_.size(); ++key) {
        Moment moment = moment_of(key, When::ended);
        moment.left_over = left_over;
        judge(moment);
    }
}

void World::count_effects(std::size_t actor) {
    const auto& ledger = stores_.gateway().ledger();
    if (ledger.size() == state_->ledger_seen &&
        stores_.database().commits() == state_->commits_seen) {
        return;
    }
    state_->ledger_seen = ledger.size();
    state_->commits_seen = stores_.database().commits();
    std::vector<std::pair<std::string_view, std::int64_t>> effects;
    effects.reserve(ledger.size());
    for (const auto& entry : ledger) {
        effects.emplace_back(entry.request.key, entry.request.amount);
    }
    std::vector<std::vector<Value>> rows;
    if (config_.effect == Effect::in_transaction) {
        rows = stores_.database().committed("payment");
    }
    for (const auto& row : rows) {
        effects.emplace_back(std::get<std::string>(row.at(1)), std::get<std::int64_t>(row.at(3)));
    }
    for (std::size_t key = 0; key < keys_.size(); ++key) {
        guarantee::KeyBook& book = state_->books[key];
        const auto mine = [&](const auto& effect) {
            return effect.first == keys_[key];
        };
        const auto count = static_cast<std::uint8_t>(std::ranges::count_if(effects, mine));
        if (count == book.effects) {
            continue;
        }
        book.effects = count;
        const auto first = std::ranges::find_if(effects, mine);
        book.amount = first == effects.end() ? 0 : first->second;
        const std::string horizon = horizon_text();
        judge(
            {.when = When::effect,
             .book = book,
             .key = keys_[key],
             .actor = cast_[actor].name,
             .horizon = horizon}
        );
    }
}

void World::judge_answer(std::size_t handler, std::size_t caller, const Reply& reply) {
    const ActorState& asking = state_->actors[caller];
    const Request& request = *static_cast<const CallOperation*>(asking.operation)->request;
    guarantee::KeyBook& book = state_->books[key_of(request)];
    book.told_success |= tells_success(reply.kind);
    if (caller == cast_.settler() && !book.recovered &&
        (tells_success(reply.kind) || reply.kind == ReplyKind::mismatch)) {
        // An effect that is made later is looked for when the queue has been drained.
        book.retry_told = true;
        if (!config_.asynchronous) {
            book.recovered = true;
            slowest_recovery_ = std::max<std::size_t>(slowest_recovery_, state_->settled);
        }
    }
    const std::string horizon = horizon_text();
    judge(
        {.when = When::answered,
         .book = book,
         .key = request.key,
         .actor = cast_[caller].name,
         .horizon = horizon,
         .reply = &reply,
         .request = &request,
         .hit = state_->actors[handler].hit || asking.hit,
         .asynchronous = config_.asynchronous}
    );
}

void World::judge(const Moment& moment) {
    for (const guarantee::Id id : config_.guarantees) {
        const auto& info = guarantee::all[static_cast<std::size_t>(id) - 1];
        if (std::optional<std::string> broken = info.check(moment)) {
            violations_.push_back({static_cast<std::uint8_t>(id), std::move(*broken)});
        }
    }
}

std::string World::horizon_text() const {
    if (state_->phase != Phase::settling) {
        return "";
    }
    if (state_->sweeping) {
        return "in the clean-up";
    }
    if (!state_->retrying) {
        return "while the queue drains";
    }
    const std::string what = config_.load == Load::messages ? "re-drive" : "quiet retry";
    return "in the " + what + " after +" + format_duration(config_.horizons[state_->settled]);
}

}  // namespace onceproof::world
