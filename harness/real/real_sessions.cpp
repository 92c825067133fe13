#include "harness/real/real_sessions.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "harness/real/sql_answers.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {

using backend::Answer;
using world::OpCode;
using world::Reach;
using world::SqlBegin;
using world::SqlCall;
using world::SqlEnd;
using world::SqlEnding;
using world::StoreEvent;

const char* const deadlock_schema =
    "CREATE TABLE deadlock_pair (k bigint PRIMARY KEY, held bigint NOT NULL);";
const char* const deadlock_rows = "INSERT INTO deadlock_pair VALUES (1, 0), (2, 0)";

namespace {

constexpr int answer_max_ms = 5'000;
constexpr int look_ms = 2;
constexpr int look_first_max = 25;  // a session that goes on still shows as blocked for a moment
constexpr const char* waits_text = "waits for another session";

bool ends_transaction(const SqlCall& call) {
    return call.code == OpCode::sql_commit || call.code == OpCode::sql_rollback;
}

std::string text_of(const SqlCall& call) {
    if (call.code == OpCode::sql_commit) return "COMMIT";
    return call.code == OpCode::sql_rollback ? "ROLLBACK" : call.text;
}

std::string shown(const SqlCall& call) {
    std::string text = fmt::format("s{}: {}", call.session, text_of(call));
    if (call.parameters.empty()) return text;
    return fmt::format("{} [{}]", text, backend::row_text(real_values(call.parameters)));
}

bool same(const SqlCall& call, const Answer& expected, const Answer& real) {
    if (!ends_transaction(call)) return same_answer(call.text, expected, real);
    if (expected.error == real.error) return true;
    // PostgreSQL says the same of ROLLBACK as of a COMMIT that became one.
    return call.code == OpCode::sql_rollback && real.error == ErrorKind::in_failed_transaction;
}

}  // namespace

RealSessions::RealSessions(
    backend::SteppedDatabase& server,
    const world::StoreLog& log,
    fake::Dialect dialect,
    const RealTime& time
)
    : server_(server),
      ahead_(log),
      mysql_(dialect == fake::Dialect::mysql),
      answer_max_ms_(answer_max_ms * static_cast<int>(time.patience)),
      has_victims_(ahead_.has_victims()),
      sessions_(ahead_.sessions() + 1) {}

void RealSessions::begin(const StoreEvent& event, const SqlBegin& begin) {
    Session& session = sessions_.at(begin.session);
    session.due = true;
    session.isolation = begin.isolation;
    session.gives_way = ahead_.falls_victim(event);
}

/// Everything that has to be in place before a statement.
void RealSessions::prepare(std::size_t number, Instant now) {
    Session& session = sessions_.at(number);
    if (!session.connected) server_.connect(number);
    session.connected = true;
    const bool begins = session.due;
    if (begins) {
        server_.begin(number, session.isolation);
        if (has_victims_) server_.settle_deadlocks(number, session.gives_way);
        session.open = true;
        session.due = false;
    }
    if (mysql_ || begins || !session.open) server_.set_now(number, real_instant(now));
}

void RealSessions::send(const StoreEvent& event, const SqlCall& call) {
    Session& session = sessions_.at(call.session);
    prepare(call.session, event.at);
    const bool limited = call.passage.reach == Reach::waits && ahead_.gives_up(event);
    if (limited != session.limited) server_.limit_waits(call.session, limited ? 1 : 0);
    session.limited = limited;
    server_.send(call.session, text_of(call), real_values(call.parameters));
}

std::optional<Obstacle> RealSessions::call(const StoreEvent& event, const SqlCall& call) {
    const Reach reach = call.passage.reach;
    if (reach != Reach::applied && reach != Reach::waits) return std::nullopt;
    const std::size_t number = call.session;
    Session& session = sessions_.at(number);
    if (session.waits) {
        server_.hold(number, false);
    } else {
        send(event, call);
    }
    session.waits = reach == Reach::waits;
    if (session.waits) return await_block(number, {shown(call), waits_text});
    const Answer expected = expected_answer(call.result);
    // A client that never hears of its commit: the server finishes it all the same.
    if (call.code == OpCode::sql_commit && call.passage.seen) return drop(number, false);
    const std::optional<Answer> real = await_answer(number, Wait::stays);
    if (!real) return missing(number, {shown(call), backend::show(expected)});
    note_answer(number, ends_transaction(call), *real);
    if (!same(call, expected, *real)) {
        return Obstacle{
            .what = shown(call),
            .simulated = backend::show(expected),
            .real = backend::show(*real)};
    }
    return call.passage.late ? drop(number, false) : std::nullopt;
}

std::optional<Obstacle> RealSessions::await_block(std::size_t number, const Expectation& expected) {
    for (int passed = 0; passed < answer_max_ms_; passed += look_ms) {
        if (std::optional<Answer> answer = server_.receive(number, look_ms)) {
            // MariaDB ends a deadlock at once: who closes the circle does not wait in it.
            if (mysql_ && has_victims_) {
                sessions_.at(number).early = std::move(answer);
                return std::nullopt;
            }
            return Obstacle{
                .what = expected.what,
                .simulated = expected.simulated,
                .real = backend::show(*answer)};
        }
        if (server_.blocked(number)) {
            server_.hold(number, true);
            return std::nullopt;
        }
    }
    return missing(number, expected);
}

std::optional<Answer> RealSessions::await_answer(std::size_t number, Wait wait) {
    if (auto early = std::exchange(sessions_.at(number).early, std::nullopt)) return early;
    for (int look = 0; look * look_ms < answer_max_ms_; ++look) {
        if (auto answer = server_.receive(number, look_ms)) return answer;
        const bool looks = wait == Wait::stays && look > look_first_max;
        if (looks && server_.blocked(number)) return std::nullopt;
    }
    return std::nullopt;
}

Obstacle RealSessions::missing(std::size_t number, const Expectation& expected) {
    if (!server_.blocked(number)) {
        return {.kind = Obstacle::Kind::too_slow, .what = expected.what + ": no answer in time"};
    }
    return {.what = expected.what, .simulated = expected.simulated, .real = waits_text};
}

void RealSessions::note_answer(std::size_t number, bool ends, const Answer& answer) {
    Session& session = sessions_.at(number);
    // What follows a deadlock on MariaDB belongs to a new transaction of the same kind.
    session.due = mysql_ && session.open && answer.error == ErrorKind::deadlock;
    session.open = session.open && !ends && !session.due;
}

std::optional<Obstacle> RealSessions::await_gone(std::size_t number) {
    for (int passed = 0; passed < answer_max_ms_; ++passed) {
        if (server_.gone(number)) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return Obstacle{
        .kind = Obstacle::Kind::too_slow,
        .what = fmt::format("s{}: the server has not noticed that its client left", number)};
}

std::optional<Obstacle> RealSessions::drop(std::size_t number, bool by_server) {
    Session& session = sessions_.at(number);
    const bool connected = std::exchange(session, {}).connected;
    if (!connected) return std::nullopt;
    if (by_server) server_.kill(number);
    server_.disconnect(number);
    return await_gone(number);
}

std::optional<Obstacle> RealSessions::roll_back(std::size_t number) {
    Session& session = sessions_.at(number);
    session.due = false;
    if (session.waits) {
        server_.hold(number, false);
        server_.cancel(number);
        session.waits = false;
        if (auto obstacle = await_failure(number, "the end of a wait", {})) return obstacle;
    }
    if (!std::exchange(session.open, false)) return std::nullopt;
    server_.send(number, "ROLLBACK", {});
    if (await_answer(number, Wait::stays)) return std::nullopt;
    return missing(number, {fmt::format("s{}: ROLLBACK", number), "0 rows"});
}

std::optional<Obstacle> RealSessions::await_failure(
    std::size_t number, std::string_view what, std::optional<ErrorKind> kind
) {
    const Expectation expected{
        fmt::format("s{}: {}", number, what), kind ? std::string(name_of(*kind)) : "an error"};
    const std::optional<Answer> answer = await_answer(number, Wait::ends);
    if (!answer) return missing(number, expected);
    note_answer(number, false, *answer);
    if (answer->error && answer->error == kind.value_or(*answer->error)) return std::nullopt;
    return Obstacle{
        .what = expected.what, .simulated = expected.simulated, .real = backend::show(*answer)};
}

std::optional<Obstacle> RealSessions::end(const StoreEvent& event, const SqlEnd& end) {
    const std::size_t number = end.session;
    Session& session = sessions_.at(number);
    switch (end.how) {
        case SqlEnding::closed:
        case SqlEnding::cancelled:
            return roll_back(number);
        case SqlEnding::killed:
            return drop(number, true);
        case SqlEnding::statement_failed:
            return fail_statement(event, end);
        case SqlEnding::deadlock_victim:
            server_.hold(number, false);
            session.waits = false;
            return await_failure(number, "the deadlock's end", ErrorKind::deadlock);
        case SqlEnding::wait_failed:
            break;
    }
    server_.hold(number, false);
    session.waits = false;
    if (end.error->kind == ErrorKind::lock_timeout) {
        return await_failure(number, "the wait's end", ErrorKind::lock_timeout);
    }
    server_.cancel(number);
    return await_failure(number, "the wait's end", {});
}

/// The statement that is due fails in a real deadlock, with a session that is none of the run's.
std::optional<Obstacle> RealSessions::fail_statement(const StoreEvent& event, const SqlEnd& end) {
    const std::size_t number = end.session;
    const std::size_t other = sessions_.size() - 1;
    prepare(number, event.at);
    if (end.error->kind == ErrorKind::in_failed_transaction) {
        server_.send(number, "SELECT k FROM deadlock_pair", {});
        return await_failure(number, "a statement", end.error->kind);
    }
    sessions_[other].due = true;
    prepare(other, event.at);
    server_.settle_deadlocks(other, false);
    server_.settle_deadlocks(number, true);
    server_.send(other, "SELECT k FROM deadlock_pair WHERE k = 1 FOR UPDATE", {});
    if (!await_answer(other, Wait::stays)) return missing(other, {"a first lock", "1 rows"});
    server_.send(number, "SELECT k FROM deadlock_pair ORDER BY k DESC FOR UPDATE", {});
    if (auto obstacle = await_block(number, {"a deadlock on purpose", waits_text})) {
        return obstacle;
    }
    server_.send(other, "SELECT k FROM deadlock_pair WHERE k = 2 FOR UPDATE", {});
    server_.hold(number, false);
    if (auto obstacle = await_failure(number, "a deadlock on purpose", ErrorKind::deadlock)) {
        return obstacle;
    }
    if (!await_answer(other, Wait::ends)) return missing(other, {"a second lock", "1 rows"});
    return roll_back(other);
}

void RealSessions::lose_all() {
    for (Session& session : sessions_)
        session = {};
}

std::optional<Obstacle> RealSessions::leave_all() {
    for (std::size_t number = 0; number < sessions_.size(); ++number) {
        if (auto obstacle = drop(number, true)) return obstacle;
    }
    return std::nullopt;
}

}  // namespace onceproof::harness
