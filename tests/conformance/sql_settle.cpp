#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"
#include "tests/conformance/sql_lockstep.hpp"

namespace onceproof::conformance {

namespace {

Fingerprint fingerprint(const fake::Database& database) {
    Hasher hasher;
    Naming naming;
    database.hash(hasher, Instant(), naming);
    return hasher.finish();
}

}  // namespace

void Lockstep::settle() {
    for (int i = 0; i < settle_max; ++i) {
        if (!anything_pending()) return;
        if (!look_twice()) continue;
        std::vector<Outcome> outcomes;
        for (const ForkableFake& fake : fakes_)
            match({.fake = fake.fork()}, outcomes);
        if (outcomes.empty()) continue;
        go_on(std::move(outcomes));
        return;
    }
    result_.known = known_difference();
    if (!result_.known) result_.known = any_looseness();
    if (result_.known) return;
    for (std::size_t i = 0; i < sessions; ++i) {
        const auto& received = views_[i].received;
        if (!views_[i].pending) continue;
        note(fmt::format("s{}, real: {}", i, received ? show(*received) : "waits"));
        const ForkableFake& fake = fakes_.front();
        const bool runs = fake.database().runnable(i);
        const auto answer = runs ? fake.fork().apply(*views_[i].pending) : std::nullopt;
        note(fmt::format("s{}, fake at first: {}", i, answer ? show(*answer) : "waits"));
    }
    differ("no order of the waiting sessions gives this");
}

void Lockstep::go_on(std::vector<Outcome> outcomes) {
    result_.report += outcomes.front().trail;
    result_.deadlocks += outcomes.front().deadlocks;
    if (outcomes.size() > 1) note(fmt::format("(one of {} outcomes)", outcomes.size()));
    fakes_.clear();
    for (Outcome& outcome : outcomes)
        fakes_.push_back(std::move(outcome.fake));
    for (std::size_t session = 0; session < sessions; ++session) {
        SessionView& view = views_[session];
        if (!view.received) continue;
        const Step step = *view.pending;
        const Answer answer = *view.received;
        view.pending.reset();
        view.received.reset();
        note_removal(step, answer);
        note_end(session, answer);
    }
}

std::optional<Known> Lockstep::any_looseness() const {
    if (purge_raced_) return Known::late_purge;
    const bool any = std::any_of(views_.begin(), views_.end(), [](const SessionView& view) {
        return view.loose;
    });
    return any ? std::optional(Known::loose_locks) : std::nullopt;
}

std::optional<Known> Lockstep::known_difference() const {
    const fake::Database& database = fakes_.front().database();
    bool deadlock = false;
    bool victim = false;
    bool freed_victim = false;
    std::size_t pending = 0;
    std::size_t freed = 0;
    for (std::size_t i = 0; i < sessions; ++i) {
        const SessionView& view = views_[i];
        deadlock = deadlock || database.deadlocked(i);
        pending += view.pending ? 1 : 0;
        freed += database.runnable(i) ? 1 : 0;
        if (!view.pending || !view.received) continue;
        if (refused_to_serialize(i, *view.received)) return Known::serializable_refusal;
        if (is_refused_later(i)) return Known::late_refusal;
        if (view.received->error != ErrorKind::deadlock) continue;
        victim = true;
        freed_victim = freed_victim || database.runnable(i);
    }
    if (freed_victim && freed > 1) return Known::rows_in_turn;
    if (deadlock && victim && pending == sessions) return Known::victim_in_a_queue;
    return std::nullopt;
}

bool Lockstep::refused_to_serialize(std::size_t session, const Answer& answer) const {
    return views_[session].serializable && answer.error == ErrorKind::serialization_failure;
}

/// True if the fake refuses what has waited, and the server answers it and refuses what follows.
bool Lockstep::is_refused_later(std::size_t session) const {
    const SessionView& view = views_[session];
    if (!view.serializable || view.received->error ||
        !fakes_.front().database().runnable(session)) {
        return false;
    }
    const std::optional<Answer> faked = fakes_.front().fork().apply(*view.pending);
    if (!faked || faked->error != ErrorKind::serialization_failure) return false;
    real_.send(session, "COMMIT", {});
    const std::optional<Answer> end = real_.receive(session, 2'000);
    return end && end->error == ErrorKind::serialization_failure;
}

bool Lockstep::anything_pending() const {
    return std::any_of(views_.begin(), views_.end(), [](const SessionView& view) {
        return view.pending.has_value();
    });
}

/// Every waiting session of the server has its answer or is blocked; seen twice the same.
bool Lockstep::look_twice() {
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < sessions; ++i) {
            SessionView& view = views_[i];
            if (!view.pending || view.received) continue;
            view.received = real_.receive(i, 1);
            if (view.received) return false;
            if (!real_.blocked(i)) return false;
        }
    }
    return true;
}

/// The server hands a row to those who queue for it in their order; answers do not always show
/// it.
std::array<std::size_t, Lockstep::sessions> Lockstep::longest_wait_first() const {
    std::array<std::size_t, sessions> order{0, 1, 2};
    std::sort(order.begin(), order.end(), [this](std::size_t left, std::size_t right) {
        return views_[left].waits_since < views_[right].waits_since;
    });
    return order;
}

void Lockstep::match(Outcome so_far, std::vector<Outcome>& outcomes) const {
    bool moved = false;
    const fake::Database& database = so_far.fake.database();
    for (const std::size_t i : longest_wait_first()) {
        const SessionView& view = views_[i];
        if (!database.waiting(i)) continue;
        const bool breaks =
            view.received && database.deadlocked(i) && view.received->error == ErrorKind::deadlock;
        if (!breaks && !database.runnable(i)) continue;
        moved = true;
        Outcome next{so_far.fake.fork(), so_far.trail, so_far.deadlocks};
        if (breaks) {
            next.fake.break_deadlock(i);
            next.trail += fmt::format("s{} -> deadlock\n", i);
            ++next.deadlocks;
        } else {
            const std::optional<Answer> answer = next.fake.apply(*view.pending);
            if (answer && (!view.received || !same(*view.pending, *answer, *view.received))) {
                continue;
            }
            next.trail += fmt::format("s{} goes on -> {}\n", i, answer ? show(*answer) : "waits");
        }
        match(std::move(next), outcomes);
    }
    if (moved || !is_outcome(database)) return;
    const Fingerprint state = fingerprint(database);
    const bool known = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& other) {
        return fingerprint(other.fake.database()) == state;
    });
    if (!known) outcomes.push_back(std::move(so_far));
}

bool Lockstep::is_outcome(const fake::Database& database) const {
    for (std::size_t i = 0; i < sessions; ++i) {
        if (!views_[i].pending) continue;
        if (database.waiting(i) == views_[i].received.has_value()) return false;
        if (database.deadlocked(i)) return false;  // the server has not noticed yet
    }
    return true;
}

}  // namespace onceproof::conformance
