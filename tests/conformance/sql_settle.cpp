#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tests/conformance/sql_lockstep.hpp"

namespace onceproof::conformance {

/// Brings waiting sessions as far as they come on both sides. Where several can go on, the real
/// server decides the order and the fake must have an order with the same outcome.
void Lockstep::settle() {
    for (int i = 0; i < settle_max; ++i) {
        if (!anything_pending()) return;
        if (!look_twice()) continue;
        std::string trail;
        auto outcome = match(fake_.fork(), trail);
        if (!outcome) continue;
        fake_ = std::move(*outcome);
        result_.report += trail;
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
        return;
    }
    result_.known = known_difference();
    if (!result_.known) result_.known = any_looseness();
    if (result_.known) return;
    for (std::size_t i = 0; i < sessions; ++i) {
        const auto& received = views_[i].received;
        if (!views_[i].pending) continue;
        note(fmt::format("s{}, real: {}", i, received ? show(*received) : "waits"));
        const bool runs = fake_.database().runnable(i);
        const auto answer = runs ? fake_.fork().apply(*views_[i].pending) : std::nullopt;
        note(fmt::format("s{}, fake at first: {}", i, answer ? show(*answer) : "waits"));
    }
    differ("no order of the waiting sessions gives this");
}

std::optional<Known> Lockstep::any_looseness() const {
    if (purge_raced_) return Known::late_purge;
    const bool any = std::any_of(views_.begin(), views_.end(), [](const SessionView& view) {
        return view.loose;
    });
    return any ? std::optional(Known::loose_locks) : std::nullopt;
}

std::optional<Known> Lockstep::known_difference() const {
    bool deadlock = false;
    bool victim = false;
    std::size_t pending = 0;
    for (std::size_t i = 0; i < sessions; ++i) {
        const SessionView& view = views_[i];
        deadlock = deadlock || fake_.database().deadlocked(i);
        pending += view.pending ? 1 : 0;
        if (!view.pending || !view.received) continue;
        if (refused_to_serialize(i, *view.received)) return Known::serializable_refusal;
        if (is_refused_later(i)) return Known::late_refusal;
        victim = victim || view.received->error == ErrorKind::deadlock;
    }
    if (deadlock && victim && pending == sessions) return Known::victim_in_a_queue;
    return std::nullopt;
}

bool Lockstep::refused_to_serialize(std::size_t session, const Answer& answer) const {
    return views_[session].serializable && answer.error == ErrorKind::serialization_failure;
}

/// True if the fake refuses what has waited, and the server answers it and refuses what follows.
bool Lockstep::is_refused_later(std::size_t session) const {
    const SessionView& view = views_[session];
    if (!view.serializable || view.received->error || !fake_.database().runnable(session)) {
        return false;
    }
    const std::optional<Answer> faked = fake_.fork().apply(*view.pending);
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

/// Runs what can run in the fake, in every order, until the outcome is the server's.
std::optional<ForkableFake> Lockstep::match(ForkableFake fake, std::string& trail) {
    bool moved = false;
    for (const std::size_t i : longest_wait_first()) {
        const SessionView& view = views_[i];
        const fake::Database& database = fake.database();
        if (!database.waiting(i)) continue;
        const bool breaks =
            view.received && database.deadlocked(i) && view.received->error == ErrorKind::deadlock;
        if (!breaks && !database.runnable(i)) continue;
        moved = true;
        ForkableFake next = fake.fork();
        std::string line;
        if (breaks) {
            next.break_deadlock(i);
            line = fmt::format("s{} -> deadlock\n", i);
        } else {
            const std::optional<Answer> answer = next.apply(*view.pending);
            if (answer && (!view.received || !same(*view.pending, *answer, *view.received))) {
                continue;
            }
            line = fmt::format("s{} goes on -> {}\n", i, answer ? show(*answer) : "waits");
        }
        auto outcome = match(std::move(next), line);
        if (!outcome) continue;
        trail += line;
        if (breaks) ++result_.deadlocks;
        return outcome;
    }
    if (moved) return std::nullopt;
    for (std::size_t i = 0; i < sessions; ++i) {
        const fake::Database& database = fake.database();
        if (!views_[i].pending) continue;
        if (database.waiting(i) == views_[i].received.has_value()) return std::nullopt;
        if (database.deadlocked(i)) return std::nullopt;  // the server has not noticed yet
    }
    return fake;
}

}  // namespace onceproof::conformance
