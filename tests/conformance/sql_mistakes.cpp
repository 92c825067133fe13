#include "tests/conformance/sql_mistakes.hpp"

#include <array>

namespace onceproof::conformance {

namespace {

bool is_statement(const Step& step, std::string_view verb) {
    return step.kind == Step::Kind::statement && step.form->text.starts_with(verb);
}

Step of_session(std::size_t session, Step::Kind kind) {
    Step step;
    step.session = session;
    step.kind = kind;
    return step;
}

/// What has to wait fails at once instead, and takes its transaction with it.
Answer fail_instead_of_waiting(ForkableFake& fake, const Step& step, ErrorKind error) {
    fake.apply_rightly(of_session(step.session, Step::Kind::rollback));
    return {.error = error};
}

class InsertNeverWaits final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        auto answer = fake.apply_rightly(step);
        if (answer || !is_statement(step, "INSERT")) return answer;
        return fail_instead_of_waiting(fake, step, ErrorKind::unique_violation);
    }
};

class LockNeverWaits final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        auto answer = fake.apply_rightly(step);
        if (answer || !is_statement(step, "SELECT")) return answer;
        return fail_instead_of_waiting(fake, step, ErrorKind::lock_timeout);
    }
};

class RollbackCommits final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        if (step.kind != Step::Kind::rollback) return fake.apply_rightly(step);
        fake.apply_rightly(of_session(step.session, Step::Kind::commit));
        return Answer{};
    }
};

class CountsUpdatesOfNothing final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        auto answer = fake.apply_rightly(step);
        const bool updated = answer && !answer->error && is_statement(step, "UPDATE");
        if (updated && answer->affected == 0) answer->affected = 1;
        return answer;
    }
};

/// A plain SELECT sees what others have not committed yet.
class ReadsUncommitted final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        const bool reads =
            is_statement(step, "SELECT") && step.form->text.find(" FOR ") == std::string::npos;
        if (!reads) return fake.apply_rightly(step);
        ForkableFake early = fake.fork();
        for (std::size_t other = 0; other < ForkableFake::sessions; ++other) {
            const bool waits = early.database().waiting(other);
            if (other == step.session || waits || !early.database().in_transaction(other)) continue;
            early.apply_rightly(of_session(other, Step::Kind::commit));
        }
        const auto seen = early.apply_rightly(step);
        fake.apply_rightly(step);
        return seen;
    }
};

/// Every transaction reads what was committed last.
class ForgetsSnapshots final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        Step weaker = step;
        const bool repeats = step.isolation == Isolation::repeatable_read ||
                             step.isolation == Isolation::server_default;
        if (repeats) weaker.isolation = Isolation::read_committed;
        return fake.apply_rightly(weaker);
    }
};

/// A duplicate key undoes the whole transaction, where it is to undo the statement.
class DuplicateUndoesAll final : public SqlMistake {
    std::optional<Answer> apply(ForkableFake& fake, const Step& step) const override {
        const bool inside = fake.database().in_transaction(step.session);
        auto answer = fake.apply_rightly(step);
        if (!inside || !answer || answer->error != ErrorKind::unique_violation) return answer;
        fake.apply_rightly(of_session(step.session, Step::Kind::rollback));
        Step again = of_session(step.session, Step::Kind::begin);
        again.isolation = Isolation::server_default;
        fake.apply_rightly(again);
        return answer;
    }
};

const InsertNeverWaits insert_never_waits;
const LockNeverWaits lock_never_waits;
const RollbackCommits rollback_commits;
const CountsUpdatesOfNothing counts_updates_of_nothing;
const ReadsUncommitted reads_uncommitted;
const ForgetsSnapshots forgets_snapshots;
const DuplicateUndoesAll duplicate_undoes_all;

}  // namespace

std::span<const PlantedSql> postgres_mistakes() {
    static const std::array<PlantedSql, 6> all{{
        {"INSERT does not wait for an uncommitted equal key", &insert_never_waits},
        {"SELECT … FOR UPDATE does not wait for a locked row", &lock_never_waits},
        {"ROLLBACK keeps the rows", &rollback_commits},
        {"UPDATE of no row counts one", &counts_updates_of_nothing, Shrink::yes},
        {"SELECT sees what is not committed", &reads_uncommitted, Shrink::yes},
        {"REPEATABLE READ has no snapshot", &forgets_snapshots},
    }};
    return all;
}

std::span<const PlantedSql> mysql_mistakes() {
    static const std::array<PlantedSql, 5> all{{
        {"SELECT … FOR UPDATE does not wait for a locked row", &lock_never_waits},
        {"UPDATE of no row counts one", &counts_updates_of_nothing, Shrink::yes},
        {"SELECT sees what is not committed", &reads_uncommitted, Shrink::yes},
        {"REPEATABLE READ has no snapshot", &forgets_snapshots},
        {"a duplicate key undoes the transaction", &duplicate_undoes_all},
    }};
    return all;
}

}  // namespace onceproof::conformance
