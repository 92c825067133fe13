#include "tests/conformance/sql_lockstep.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace onceproof::conformance {

namespace {

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

bool same(const Step& step, Answer left, Answer right) {
    if (step.kind == Step::Kind::rollback) return right.error == ErrorKind::in_failed_transaction;
    if (step.kind != Step::Kind::statement) return left.error == right.error;
    if (!is_ordered(statements()[step.statement])) {
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

void Lockstep::end(const Step& step) {
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

void Lockstep::execute(const Step& step, const std::string& text) {
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
std::optional<Answer> Lockstep::receive_or_blocked(std::size_t session) {
    for (int i = 0; i < settle_max; ++i) {
        auto answer = real_.receive(session, 2);
        if (answer) return answer;
        // A short wait may just end: a session that is woken up still shows for a moment.
        if (i > 50 && real_.blocked(session)) return std::nullopt;
    }
    return std::nullopt;
}

void Lockstep::judge(const Step& step, const Answer& answer) {
    if (refused_to_serialize(step.session, answer)) {
        result_.abandoned = true;
        note("the real one refuses to serialize");
        return;
    }
    differ(fmt::format("the real one: {}", show(answer)));
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

void Lockstep::compare_rows() {
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
                const bool drawn =
                    instant == nullptr || instant->time_since_epoch() < std::chrono::seconds(500);
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
