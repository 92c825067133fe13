#include "tests/conformance/sql_lockstep.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace onceproof::conformance {

namespace {

struct Contents {
    std::string_view table;
    std::string_view query;
};

/// What now() gave cannot be compared; sequences draw instants of day 0 only.
constexpr std::array<Contents, 2> contents{{
    {"t", "SELECT id, k, n, note FROM t ORDER BY id"},
    {"u", "SELECT id, a, b, ready, CASE WHEN at < '2010-01-01' THEN at END FROM u ORDER BY id"},
}};

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

void Lockstep::take(const Step& step) {
    SessionView& view = views_[step.session];
    if (view.pending) return;
    switch (step.kind) {
        case Step::Kind::begin:
            if (view.open) return;
            view.open = view.begun = true;
            view.serializable = step.isolation == Isolation::serializable;
            isolation_[step.session] = step.isolation;
            fake_.apply(step);
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
        fake_.apply(step);
        note(show(step));
        return;
    }
    view.loose = false;
    execute(step, step.kind == Step::Kind::commit ? "COMMIT" : "ROLLBACK");
    view.serializable = false;
}

void Lockstep::execute(const Step& step, const std::string& text) {
    SessionView& view = views_[step.session];
    if (view.begun) {
        real_.begin(step.session, isolation_[step.session]);
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
        const bool committed = isolation_[step.session] == Isolation::read_committed;
        view.loose = view.loose || (mysql_ && view.open && committed);
        settle();
        return;
    }
    std::optional<Answer> answer = receive_or_blocked(step.session);
    if (!answer) {
        result_.abandoned = any_loose();
        if (!result_.abandoned) differ("the real one waits");
        view.pending = step;
        return;
    }
    if (!same(step, *expected, *answer)) return judge(step, *answer);
    note_end(step.session, *answer);
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

void Lockstep::note_end(std::size_t session, const Answer& answer) {
    SessionView& view = views_[session];
    if (mysql_ && answer.error == ErrorKind::deadlock) view.begun = view.open;
}

void Lockstep::judge(const Step& step, const Answer& answer) {
    if (refused_to_serialize(step.session, answer)) {
        result_.abandoned = true;
        note("the real one refuses to serialize");
        return;
    }
    result_.abandoned = any_loose();
    if (!result_.abandoned) differ(fmt::format("the real one: {}", show(answer)));
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
    for (const auto& [table, rows_text] : contents) {
        Answer expected;
        for (const auto& row : fake_.database().committed(table)) {
            std::vector<Value> shown = row;
            for (Value& value : shown) {
                const auto* const instant = std::get_if<Instant>(&value);
                const bool drawn =
                    instant == nullptr || instant->time_since_epoch() < std::chrono::seconds(500);
                if (!drawn) value = std::monostate{};
            }
            expected.rows.push_back(backend::row_text(shown));
        }
        expected.affected = static_cast<std::int64_t>(expected.rows.size());
        const Answer answer = real_.query(std::string(rows_text));
        if (expected == answer) continue;
        note(fmt::format("{}, fake: {}", table, show(expected)));
        differ(fmt::format("{}, real: {}", table, show(answer)));
    }
}

Comparison compare(
    SteppedDatabase& real, const Alphabet& alphabet, const std::vector<Step>& steps
) {
    const fake::SchemaPtr schema = fake::compile_schema(schema_text);
    std::vector<fake::PlanPtr> plans;
    for (const StatementForm& form : alphabet.statements) {
        plans.push_back(fake::compile(*schema, form.text));
    }
    constexpr std::array<std::string_view, 2> tables{"t", "u"};
    real.empty(tables);
    real.query(std::string(first_rows_text));
    return Lockstep(real, *schema, alphabet, plans).run(steps);
}

}  // namespace onceproof::conformance
