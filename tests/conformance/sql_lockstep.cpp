#include "tests/conformance/sql_lockstep.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace onceproof::conformance {

namespace {

constexpr int answer_max_ms = 2'000;
constexpr int settle_max = 1'500;  // attempts, each about a millisecond

std::string text_of(const Value& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const instant = std::get_if<Instant>(&value)) {
        return fmt::format("@{}", instant->time_since_epoch().count());
    }
    return "\\N";
}

std::string line_of(const std::vector<Value>& row) {
    std::string line;
    for (const Value& value : row) {
        if (!line.empty()) line += '|';
        line += text_of(value);
    }
    return line;
}

std::optional<Answer> answer_of(const fake::Execution& execution) {
    if (!execution) return std::nullopt;
    Answer answer;
    if (!execution->ok()) {
        answer.error = execution->error().kind;
        return answer;
    }
    for (const auto& row : execution->value().rows)
        answer.rows.push_back(line_of(row));
    answer.affected = execution->value().affected;
    return answer;
}

bool same(const Step& step, Answer left, Answer right) {
    if (step.kind == Step::Kind::rollback) return right.error == ErrorKind::in_failed_transaction;
    if (step.kind != Step::Kind::statement) return left.error == right.error;
    if (!is_ordered(statements()[step.statement])) {
        std::sort(left.rows.begin(), left.rows.end());
        std::sort(right.rows.begin(), right.rows.end());
    }
    return left == right;
}

std::string begin_text(Isolation isolation) {
    switch (isolation) {
        case Isolation::repeatable_read:
            return "BEGIN ISOLATION LEVEL REPEATABLE READ";
        case Isolation::serializable:
            return "BEGIN ISOLATION LEVEL SERIALIZABLE";
        case Isolation::read_committed:
            break;
    }
    return "BEGIN";
}

}  // namespace

ForkableFake::ForkableFake(const fake::Schema& schema, const std::vector<fake::PlanPtr>& plans)
    : schema_(&schema),
      plans_(&plans),
      database_(std::make_unique<fake::Database>(schema, sessions)) {
    const fake::PlanPtr first = fake::compile(schema, first_rows_text);
    (void)database_->execute(0, *first, {}, Instant());
}

ForkableFake ForkableFake::fork() const {
    ForkableFake copy(*schema_, *plans_);
    for (const Done& done : log_) {
        if (done.breaks_deadlock) {
            copy.break_deadlock(done.step.session);
        } else {
            copy.apply(done.step);
        }
    }
    return copy;
}

std::optional<Answer> ForkableFake::apply(const Step& step) {
    log_.push_back({step});
    // now() of different transactions differs, as on the real server.
    const Instant now(std::chrono::seconds(1'000 + log_.size()));
    switch (step.kind) {
        case Step::Kind::begin:
            database_->begin(step.session, step.isolation);
            return Answer{};
        case Step::Kind::commit:
            return answer_of(database_->commit(step.session, now));
        case Step::Kind::rollback:
            database_->rollback(step.session);
            return Answer{};
        case Step::Kind::statement:
            break;
    }
    return answer_of(
        database_->execute(step.session, *(*plans_)[step.statement], step.parameters, now)
    );
}

void ForkableFake::break_deadlock(std::size_t session) {
    Step step;
    step.session = session;
    log_.push_back({step, true});
    (void)database_->break_deadlock(session);
}

namespace {

class Lockstep {
public:
    Lockstep(
        RealDatabase& real, const fake::Schema& schema, const std::vector<fake::PlanPtr>& plans
    )
        : real_(real), fake_(schema, plans) {}

    Comparison run(const std::vector<Step>& steps) {
        for (const Step& step : steps) {
            if (!going()) break;
            take(step);
        }
        finish();
        if (going()) compare_rows();
        return std::move(result_);
    }

private:
    static constexpr std::size_t sessions = ForkableFake::sessions;

    struct SessionView {
        bool open = false;   // in a transaction, or about to be
        bool begun = false;  // BEGIN has not been sent yet
        bool serializable = false;
        std::size_t waits_since = 0;
        std::optional<Step> pending;     // a statement that waits
        std::optional<Answer> received;  // what the server has answered to it meanwhile
    };

    bool going() const { return result_.equal && !result_.abandoned; }

    void note(const std::string& line) { result_.report += line + "\n"; }

    void differ(const std::string& line) {
        result_.equal = false;
        note("DIFFERENT: " + line);
    }

    void take(const Step& step) {
        SessionView& view = views_[step.session];
        if (view.pending) return;
        switch (step.kind) {
            case Step::Kind::begin:
                if (view.open) return;
                view.open = view.begun = true;
                view.serializable = step.isolation == Isolation::serializable;
                begin_text_[step.session] = begin_text(step.isolation);
                fake_.apply(step);
                note(show(step));
                return;
            case Step::Kind::commit:
            case Step::Kind::rollback:
                if (!view.open) return;
                end(step);
                return;
            case Step::Kind::statement:
                execute(step, statements()[step.statement].text);
                return;
        }
    }

    void end(const Step& step) {
        SessionView& view = views_[step.session];
        const bool nothing_sent = view.begun;
        view.open = view.begun = false;
        if (nothing_sent) {
            fake_.apply(step);
            note(show(step));
            return;
        }
        execute(step, step.kind == Step::Kind::commit ? "COMMIT" : "ROLLBACK");
        view.serializable = false;
    }

    void execute(const Step& step, const std::string& text) {
        SessionView& view = views_[step.session];
        if (view.begun) {
            real_.send(step.session, begin_text_[step.session], {});
            real_.receive(step.session, answer_max_ms);
            view.begun = false;
        }
        const bool statement = step.kind == Step::Kind::statement;
        real_.send(step.session, text, statement ? step.parameters : std::vector<Value>());
        const std::optional<Answer> expected = fake_.apply(step);
        note(fmt::format("{} -> {}", show(step), expected ? show(*expected) : "waits"));
        ++result_.statements;
        if (expected && expected->error) ++result_.errors;
        if (!expected) {
            ++result_.blocked;
            view.pending = step;
            view.waits_since = result_.statements;
            settle();
            return;
        }
        std::optional<Answer> answer = receive_or_blocked(step.session);
        if (!answer) {
            differ("the real one waits");
            view.pending = step;
            return;
        }
        if (!same(step, *expected, *answer)) return judge(step, *answer);
        settle();
    }

    /// The answer, or nothing if the statement is blocked.
    std::optional<Answer> receive_or_blocked(std::size_t session) {
        for (int i = 0; i < settle_max; ++i) {
            auto answer = real_.receive(session, 2);
            if (answer) return answer;
            // A short wait may just end: a session that is woken up still shows for a moment.
            if (i > 50 && real_.blocked(session)) return std::nullopt;
        }
        return std::nullopt;
    }

    void judge(const Step& step, const Answer& answer) {
        if (refused_to_serialize(step.session, answer)) {
            result_.abandoned = true;
            note("the real one refuses to serialize");
            return;
        }
        differ(fmt::format("the real one: {}", show(answer)));
    }

    /// Brings waiting sessions as far as they come on both sides. Where several can go on, the real
    /// server decides the order and the fake must have an order with the same outcome.
    void settle() {
        for (int i = 0; i < settle_max; ++i) {
            if (!anything_pending()) return;
            if (!look_twice()) continue;
            std::string trail;
            auto outcome = match(fake_.fork(), trail);
            if (!outcome) continue;
            fake_ = std::move(*outcome);
            result_.report += trail;
            for (SessionView& view : views_) {
                if (view.received) view.pending.reset();
                view.received.reset();
            }
            return;
        }
        if (known_difference()) {
            result_.abandoned = true;
            return;
        }
        for (std::size_t i = 0; i < sessions; ++i) {
            const auto& received = views_[i].received;
            if (!views_[i].pending) continue;
            note(fmt::format("s{}, real: {}", i, received ? show(*received) : "waits"));
        }
        differ("no order of the waiting sessions gives this");
    }

    /// The server refuses to serialize what the fake lets pass (see `Comparison::abandoned`), or it
    /// gives up a session that queues for a row behind a deadlock: there the second in the queue
    /// waits for the first, in the fake for the holder.
    bool known_difference() const {
        bool deadlock = false;
        bool victim = false;
        for (std::size_t i = 0; i < sessions; ++i) {
            const SessionView& view = views_[i];
            deadlock = deadlock || fake_.database().deadlocked(i);
            if (!view.pending || !view.received) continue;
            if (refused_to_serialize(i, *view.received)) return true;
            victim = victim || view.received->error == ErrorKind::deadlock;
        }
        const bool queue = views_[0].pending && views_[1].pending && views_[2].pending;
        return deadlock && victim && queue;
    }

    bool refused_to_serialize(std::size_t session, const Answer& answer) const {
        return views_[session].serializable && answer.error == ErrorKind::serialization_failure;
    }

    bool anything_pending() const {
        return std::any_of(views_.begin(), views_.end(), [](const SessionView& view) {
            return view.pending.has_value();
        });
    }

    /// Every waiting session of the server has its answer or is blocked; seen twice the same.
    bool look_twice() {
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
    std::array<std::size_t, sessions> longest_wait_first() const {
        std::array<std::size_t, sessions> order{0, 1, 2};
        std::sort(order.begin(), order.end(), [this](std::size_t left, std::size_t right) {
            return views_[left].waits_since < views_[right].waits_since;
        });
        return order;
    }

    /// Runs what can run in the fake, in every order, until the outcome is the server's.
    std::optional<ForkableFake> match(ForkableFake fake, std::string& trail) {
        bool moved = false;
        for (const std::size_t i : longest_wait_first()) {
            const SessionView& view = views_[i];
            const fake::Database& database = fake.database();
            if (!database.waiting(i)) continue;
            const bool breaks = view.received && database.deadlocked(i) &&
                                view.received->error == ErrorKind::deadlock;
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

    /// Ends all transactions, also after a difference.
    void finish() {
        for (int round = 0; round < 4 && going(); ++round) {
            for (std::size_t i = 0; i < sessions && going(); ++i) {
                Step step;
                step.session = i;
                step.kind = round == 0 ? Step::Kind::commit : Step::Kind::rollback;
                take(step);
            }
        }
        if (!going()) {
            real_.run(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            );
        }
        for (std::size_t i = 0; i < sessions; ++i) {
            if (views_[i].pending) real_.receive(i, answer_max_ms);
            real_.send(i, "ROLLBACK", {});
            real_.receive(i, answer_max_ms);
        }
    }

    void compare_rows() {
        const std::array<std::pair<std::string_view, std::string_view>, 2> queries{{
            {"t", "SELECT id, k, n, note FROM t ORDER BY id"},
            {"u",
             "SELECT id, a, b, ready, CASE WHEN at < '2010-01-01' THEN '@' || "
             "(extract(epoch FROM at) * 1000000)::bigint END FROM u ORDER BY id"},
        }};
        for (const auto& [table, query] : queries) {
            Answer expected;
            for (const auto& row : fake_.database().committed(table)) {
                std::vector<Value> shown = row;
                for (Value& value : shown) {
                    // What now() gave cannot be compared; sequences draw instants of day 0 only.
                    const auto* const instant = std::get_if<Instant>(&value);
                    const bool drawn = instant == nullptr ||
                                       instant->time_since_epoch() < std::chrono::seconds(500);
                    if (!drawn) value = std::monostate{};
                }
                expected.rows.push_back(line_of(shown));
            }
            expected.affected = static_cast<std::int64_t>(expected.rows.size());
            const Answer answer = real_.run(std::string(query));
            if (expected == answer) continue;
            note(fmt::format("{}, fake: {}", table, show(expected)));
            differ(fmt::format("{}, real: {}", table, show(answer)));
        }
    }

    RealDatabase& real_;
    ForkableFake fake_;
    std::array<SessionView, sessions> views_{};
    std::array<std::string, sessions> begin_text_;
    Comparison result_;
};

}  // namespace

Comparison compare(RealDatabase& real, const std::vector<Step>& steps) {
    const fake::SchemaPtr schema = fake::compile_schema(schema_text);
    std::vector<fake::PlanPtr> plans;
    for (const StatementForm& form : statements()) {
        plans.push_back(fake::compile(*schema, form.text));
    }
    real.run("TRUNCATE t, u RESTART IDENTITY");
    real.run(std::string(first_rows_text));
    return Lockstep(real, *schema, plans).run(steps);
}

}  // namespace onceproof::conformance
