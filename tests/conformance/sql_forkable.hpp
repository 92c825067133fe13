#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/fake/database.hpp"
#include "model/fake/plan.hpp"
#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

/// The fake's result in the words of the real one; empty: the statement waits.
std::optional<Answer> answer_of(const fake::Execution& execution);

/// A fake of the alphabet's dialect, with a plan for each of its statements, that can be copied by
/// repeating what was done to it.
class ForkableFake {
public:
    ForkableFake(
        const fake::Schema& schema,
        const Alphabet& alphabet,
        const std::vector<fake::PlanPtr>& plans
    );

    [[nodiscard]] ForkableFake fork() const;
    /// Begins, executes, commits or rolls back; empty if the session has to wait.
    std::optional<Answer> apply(const Step& step);
    void break_deadlock(std::size_t session);
    [[nodiscard]] const fake::Database& database() const { return *database_; }

    static constexpr std::size_t sessions = 3;

private:
    struct Done {
        Step step;
        bool breaks_deadlock = false;
    };

    const fake::Schema* schema_;
    const Alphabet* alphabet_;
    const std::vector<fake::PlanPtr>* plans_;
    std::unique_ptr<fake::Database> database_;
    std::vector<Done> log_;
};

}  // namespace onceproof::conformance
