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

ForkableFake::ForkableFake(
    const fake::Schema& schema, const Alphabet& alphabet, const std::vector<fake::PlanPtr>& plans
)
    : schema_(&schema),
      alphabet_(&alphabet),
      plans_(&plans),
      database_(std::make_unique<fake::Database>(
          schema, sessions, fake::DatabaseConfig{.dialect = alphabet.dialect}
      )) {
    const fake::PlanPtr first = fake::compile(schema, first_rows_text);
    (void)database_->execute(0, *first, {}, Instant());
}

ForkableFake ForkableFake::fork() const {
    ForkableFake copy(*schema_, *alphabet_, *plans_);
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
    const auto position = static_cast<std::size_t>(step.form - alphabet_->statements.data());
    const fake::Plan& plan = *(*plans_)[position];
    return answer_of(database_->execute(step.session, plan, step.parameters, now));
}

void ForkableFake::break_deadlock(std::size_t session) {
    Step step;
    step.session = session;
    log_.push_back({step, true});
    (void)database_->break_deadlock(session);
}

}  // namespace onceproof::conformance
