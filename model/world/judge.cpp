#include <algorithm>

#include "model/base/text.hpp"
#include "model/world/world.hpp"

// What the guarantees see of a run, and what they say of it.

namespace onceproof::world {

using guarantee::Moment;
using guarantee::Payload;
using guarantee::When;

/// Every effect that exists now; `rows` is what some of them point into.
struct World::Effects {
    std::vector<std::vector<Value>> rows;
    std::vector<Payload> made;

    [[nodiscard]] const Payload* first_of(std::string_view key) const {
        const auto first = std::ranges::find(made, key, &Payload::key);
        return first == made.end() ? nullptr : &*first;
    }
};

World::Effects World::effects() const {
    Effects effects;
    const auto& ledger = stores_.gateway().ledger();
    effects.made.reserve(ledger.size());
    for (const auto& entry : ledger) {
        const Request& request = entry.request;
        effects.made.push_back({request.key, request.order, request.amount, request.user});
    }
    if (config_.effect == Effect::in_transaction) {
        effects.rows = stores_.database().committed("payment");
    }
    for (const auto& row : effects.rows) {
        effects.made.push_back(
            {std::get<std::string>(row.at(1)),
             std::get<std::string>(row.at(2)),
             std::get<std::int64_t>(row.at(3)),
             std::get<std::string>(row.at(4))}
        );
    }
    return effects;
}

void World::count_effects(std::size_t actor) {
    const std::size_t in_ledger = stores_.gateway().ledger().size();
    if (in_ledger == state_->ledger_seen && stores_.database().commits() == state_->commits_seen) {
        return;
    }
    state_->ledger_seen = in_ledger;
    state_->commits_seen = stores_.database().commits();
    const Effects all = effects();
    for (std::size_t order = 0; order < orders_.size(); ++order) {
        const std::string& name = config_.callers[orders_[order]].request.order;
        guarantee::Book& book = state_->books[order];
        const Payload* newest = nullptr;
        std::uint8_t count = 0;
        for (const Payload& effect : all.made) {
            if (effect.order == name) {
                newest = &effect;
                ++count;
            }
        }
        if (count == book.effects) {
            continue;
        }
        const bool more = count > book.effects;
        book.effects = count;
        const std::string_view key = newest == nullptr ? "" : newest->key;
        const std::string subject = subject_of(order, key);
        const std::string horizon = horizon_text();
        judge(
            {.when = When::effect,
             .book = book,
             .subject = subject,
             .actor = cast_[actor].name,
             .horizon = horizon,
             .effect = more ? newest : nullptr,
             .bound = newest == nullptr ? nullptr : all.first_of(key)}
        );
    }
}

void World::judge_answer(std::size_t handler, std::size_t caller, const Reply& reply) {
    const ActorState& asking = state_->actors[caller];
    const auto& call = static_cast<const CallOperation&>(*asking.operation);
    const Request& request = *call.request;
    const std::size_t order = order_of(request);
    guarantee::Book& book = state_->books[order];
    const bool success = tells_success(reply.kind);
    if (success && book.told_success == 0) {
        book.told_success = static_cast<std::uint8_t>(caller);
    }
    if (caller == cast_.settler() && !book.recovered &&
        (success || reply.kind == ReplyKind::mismatch)) {
        // An effect that is made later is looked for when the queue has been drained.
        book.retry_told = true;
        if (!config_.asynchronous) {
            book.recovered = true;
            slowest_recovery_ = std::max<std::size_t>(slowest_recovery_, state_->settled);
        }
    }
    const std::string subject =
        subject_of(order, call.code == OpCode::call_issue ? "" : std::string_view(request.key));
    const std::string horizon = horizon_text();
    const Effects all = success ? effects() : Effects{};
    judge(
        {.when = When::answered,
         .book = book,
         .subject = subject,
         .actor = cast_[caller].name,
         .horizon = horizon,
         .reply = &reply,
         .request = &request,
         .hit = state_->actors[handler].hit || asking.hit,
         .bound = all.first_of(request.key),
         .asynchronous = config_.asynchronous}
    );
}

void World::judge_quiet() {
    for (std::size_t order = 0; order < orders_.size(); ++order) {
        const guarantee::Book& book = state_->books[order];
        Moment moment = moment_of(order, When::quiet);
        const bool left = book.left_in_progress != 0;
        moment.actor = cast_[left ? book.left_in_progress : book.told_success].name;
        judge(moment);
    }
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
    const std::string horizon =
        config_.horizons.empty() ? "" : "+" + format_duration(config_.horizons.back());
    for (std::size_t order = 0; order < orders_.size(); ++order) {
        Moment moment = moment_of(order, When::ended);
        moment.actor = cast_[moment.book.told_success].name;
        moment.horizon = horizon;
        moment.left_over = left_over;
        judge(moment);
    }
}

void World::judge(const Moment& moment) {
    for (const guarantee::Id id : config_.guarantees) {
        const auto& info = guarantee::all[static_cast<std::size_t>(id) - 1];
        if (std::optional<std::string> broken = info.check(moment)) {
            violations_.push_back({static_cast<std::uint8_t>(id), std::move(*broken)});
        }
    }
}

std::string World::subject_of(std::size_t order, std::string_view key) const {
    const Request& request = config_.callers[orders_[order]].request;
    if (key_is_order_) {
        return "key " + request.key;
    }
    const std::string name = "order " + request.order;
    return key.empty() ? name : name + " (key " + std::string(key) + ")";
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
