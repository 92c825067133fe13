#include "tests/conformance/sql_forkable.hpp"

#include <utility>

#include <fmt/format.h>

namespace onceproof::conformance {

std::optional<Answer> answer_of(const fake::Execution& execution) {
    if (!execution) return std::nullopt;
    Answer answer;
    if (!execution->ok()) {
        answer.error = execution->error().kind;
        return answer;
    }
    for (const auto& row : execution->value().rows)
        answer.rows.push_back(backend::row_text(row));
    answer.affected = execution->value().affected;
    return answer;
}

PreparedAlphabet::PreparedAlphabet(const Alphabet& of)
    : alphabet(of), schema(fake::compile_schema(of.schema)) {
    if (!of.first_rows.empty()) first_rows = fake::compile(*schema, of.first_rows);
    for (const StatementForm& form : of.statements)
        plans.push_back(fake::compile(*schema, form.text));
}

ForkableFake::ForkableFake(const PreparedAlphabet& prepared, const SqlMistake* mistake)
    : prepared_(&prepared),
      mistake_(mistake),
      database_(std::make_unique<fake::Database>(
          *prepared.schema, sessions, fake::DatabaseConfig{.dialect = prepared.alphabet.dialect}
      )) {
    if (prepared.first_rows) {
        (void)database_->execute(0, *prepared.first_rows, {}, Instant());
    }
}

ForkableFake ForkableFake::fork() const {
    ForkableFake copy(*prepared_, mistake_);
    for (const Done& done : log_) {
        if (done.breaks_deadlock) {
            copy.break_deadlock(done.step.session);
        } else {
            copy.apply_rightly(done.step);
        }
    }
    return copy;
}

std::optional<Answer> ForkableFake::apply(const Step& step) {
    return mistake_ == nullptr ? apply_rightly(step) : mistake_->apply(*this, step);
}

std::optional<Answer> ForkableFake::apply_rightly(const Step& step) {
    log_.push_back({step});
    switch (step.kind) {
        case Step::Kind::begin:
            database_->begin(step.session, step.isolation);
            return Answer{};
        case Step::Kind::commit:
            return answer_of(database_->commit(step.session, step.now));
        case Step::Kind::rollback:
            database_->rollback(step.session);
            return Answer{};
        case Step::Kind::statement:
            break;
    }
    const auto& forms = prepared_->alphabet.statements;
    const fake::Plan& plan =
        *prepared_->plans.at(static_cast<std::size_t>(step.form - forms.data()));
    return answer_of(database_->execute(step.session, plan, step.parameters, step.now));
}

void ForkableFake::break_deadlock(std::size_t session) {
    Step step;
    step.session = session;
    log_.push_back({step, true});
    (void)database_->break_deadlock(session);
}

}  // namespace onceproof::conformance
