#include "tests/conformance/sql_lockstep.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace onceproof::conformance {

namespace {

constexpr Duration between_calls = std::chrono::seconds(7);

}  // namespace

bool same(const Step& step, Answer left, Answer right) {
    // PostgreSQL says the same of ROLLBACK as of a COMMIT that became one.
    if (step.kind == Step::Kind::rollback) {
        return !right.error || right.error == ErrorKind::in_failed_transaction;
    }
    if (step.kind != Step::Kind::statement) return left.error == right.error;
    if (!is_ordered(*step.form)) {
        std::sort(left.rows.begin(), left.rows.end());
        std::sort(right.rows.begin(), right.rows.end());
    }
    return left == right;
}

Comparison Lockstep::run(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
        if (!going()) break;
        take(step);
    }
    finish();
    if (going()) compare_rows();
    return std::move(result_);
}

void Lockstep::take(Step step) {
    SessionView& view = views_[step.session];
    if (view.pending) return;
    now_ += between_calls;
    step.now = now_;
    switch (step.kind) {
        case Step::Kind::begin:
            if (view.open) return;
            view.open = view.begun = true;
            view.serializable = step.isolation == Isolation::serializable;
            isolation_[step.session] = step.isolation;
            for (ForkableFake& fake : fakes_)
                fake.apply(step);
            note(show(step));
            return;
        case Step::Kind::commit:
        case Step::Kind::rollback:
            if (!view.open) return;
            end(step);
            return;
        case Step::Kind::statement:
            execute(step, step.form->text);
            return;
    }
}

void Lockstep::end(const Step& step) {
    SessionView& view = views_[step.session];
    const bool nothing_sent = view.begun;
    view.open = view.begun = false;
    if (nothing_sent) {
        for (ForkableFake& fake : fakes_)
            fake.apply(step);
        note(show(step));
        return;
    }
    view.loose = false;
    execute(step, step.kind == Step::Kind::commit ? "COMMIT" : "ROLLBACK");
    view.serializable = false;
}

void Lockstep::execute(const Step& step, const std::string& text) {
    SessionView& view = views_[step.session];
    const bool statement = step.kind == Step::Kind::statement;
    if (view.begun) real_.begin(step.session, isolation_[step.session]);
    // PostgreSQL's now() is that of the transaction.
    const bool tells_time = mysql_ || view.begun || !view.open;
    if (statement && tells_time) real_.set_now(step.session, step.now);
    view.begun = false;
    real_.send(step.session, text, statement ? step.parameters : std::vector<Value>());
    std::vector<ForkableFake> waiting;
    std::vector<std::pair<ForkableFake, Answer>> answered;
    apply(step, waiting, answered);
    if (answered.empty()) {
        fakes_ = std::move(waiting);
        suspend(step);
        return;
    }
    const std::optional<Answer> answer = receive_or_blocked(step.session);
    fakes_.clear();
    for (auto& [fake, expected] : answered) {
        if (answer && same(step, expected, *answer)) fakes_.push_back(std::move(fake));
    }
    if (!fakes_.empty()) {
        note_removal(step, *answer);
        note_end(step.session, *answer);
        settle();
    } else if (!waiting.empty()) {
        fakes_ = std::move(waiting);
        view.received = answer;
        suspend(step);
    } else {
        fakes_.push_back(std::move(answered.front().first));
        judge(step, answer);
    }
}

void Lockstep::apply(
    const Step& step,
    std::vector<ForkableFake>& waiting,
    std::vector<std::pair<ForkableFake, Answer>>& answered
) {
    std::string expectations;
    for (ForkableFake& fake : fakes_) {
        const std::optional<Answer> expected = fake.apply(step);
        expectations += expectations.empty() ? "" : ", or ";
        expectations += expected ? show(*expected) : "waits";
        if (expected) {
            answered.emplace_back(std::move(fake), *expected);
        } else {
            waiting.push_back(std::move(fake));
        }
    }
    note(fmt::format("{} -> {}", show(step), expectations));
    ++result_.statements;
    if (!answered.empty() && answered.front().second.error) ++result_.errors;
}

void Lockstep::suspend(const Step& step) {
    SessionView& view = views_[step.session];
    ++result_.blocked;
    view.pending = step;
    view.waits_since = result_.statements;
    const bool committed = isolation_[step.session] == Isolation::read_committed;
    view.loose = view.loose || (mysql_ && view.open && committed);
    settle();
}

/// The answer, or nothing if the statement is blocked.
std::optional<Answer> Lockstep::receive_or_blocked(std::size_t session) {
    for (int i = 0; i < settle_max; ++i) {
        auto answer = real_.receive(session, 2);
        if (answer) return answer;
        // A short wait may just end: a session that is woken up still shows for a moment.
        if (i > 50 && real_.blocked(session)) return std::nullopt;
    }
    return std::nullopt;
}

void Lockstep::note_removal(const Step& step, const Answer& answer) {
    SessionView& view = views_[step.session];
    const bool statement = step.kind == Step::Kind::statement;
    if (statement && removes_entries(*step.form) && answer.affected > 0) view.removed = true;
    if (view.open) return;
    purge_raced_ = purge_raced_ || (mysql_ && view.removed && anything_pending());
    view.removed = false;
}

void Lockstep::note_end(std::size_t session, const Answer& answer) {
    SessionView& view = views_[session];
    if (mysql_ && answer.error == ErrorKind::deadlock) view.begun = view.open;
}

/// No fake does what the server does: it has answered, or waits.
void Lockstep::judge(const Step& step, const std::optional<Answer>& answer) {
    if (answer && refused_to_serialize(step.session, *answer)) {
        result_.known = Known::serializable_refusal;
        return;
    }
    if (!answer) views_[step.session].pending = step;
    result_.known = any_looseness();
    if (result_.known) return;
    differ(answer ? fmt::format("the real one: {}", show(*answer)) : "the real one waits");
}

/// Ends all transactions, also after a difference.
void Lockstep::finish() {
    for (int round = 0; round < 4 && going(); ++round) {
        for (std::size_t i = 0; i < sessions && going(); ++i) {
            Step step;
            step.session = i;
            step.kind = round == 0 ? Step::Kind::commit : Step::Kind::rollback;
            take(step);
        }
    }
    if (!going()) {
        real_.end_waits();
    }
    for (std::size_t i = 0; i < sessions; ++i) {
        if (views_[i].pending) real_.receive(i, answer_max_ms);
        real_.send(i, "ROLLBACK", {});
        real_.receive(i, answer_max_ms);
    }
}

void Lockstep::compare_rows() {
    std::vector<Answer> real;
    for (const std::string& table : alphabet_.tables)
        real.push_back(real_.query("SELECT * FROM " + table + " ORDER BY 1"));
    std::string first;
    for (const ForkableFake& fake : fakes_) {
        const std::string difference = different_rows(fake, real);
        if (difference.empty()) return;
        if (first.empty()) first = difference;
    }
    differ(first);
}

std::string Lockstep::different_rows(const ForkableFake& fake, const std::vector<Answer>& real)
    const {
    for (std::size_t i = 0; i < real.size(); ++i) {
        const std::string& table = alphabet_.tables[i];
        Answer expected;
        for (const auto& row : fake.database().committed(table))
            expected.rows.push_back(backend::row_text(row));
        expected.affected = static_cast<std::int64_t>(expected.rows.size());
        if (expected == real[i]) continue;
        return fmt::format("{}, fake: {}, real: {}", table, show(expected), show(real[i]));
    }
    return "";
}

Comparison compare(
    SteppedDatabase& real,
    const PreparedAlphabet& prepared,
    const SqlMistake* mistake,
    const std::vector<Step>& steps
) {
    const Alphabet& alphabet = prepared.alphabet;
    const std::vector<std::string_view> tables(alphabet.tables.begin(), alphabet.tables.end());
    real.empty(tables);
    if (!alphabet.first_rows.empty()) real.query(alphabet.first_rows);
    return Lockstep(real, prepared, mistake).run(steps);
}

}  // namespace onceproof::conformance
