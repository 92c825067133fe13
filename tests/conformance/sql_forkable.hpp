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

/// An alphabet made ready for the fake: its schema, and a plan for each of its statements.
struct PreparedAlphabet {
    explicit PreparedAlphabet(const Alphabet& alphabet);

    const Alphabet& alphabet;  ///< must outlive it
    fake::SchemaPtr schema;
    fake::PlanPtr first_rows;
    std::vector<fake::PlanPtr> plans;
};

class ForkableFake;

/// An error planted into a fake.
class SqlMistake {
public:
    virtual ~SqlMistake() = default;

    /// Takes the step in place of `fake`, with its methods but for `apply`.
    virtual std::optional<Answer> apply(ForkableFake& fake, const Step& step) const = 0;
};

/// A fake of the alphabet's dialect that can be copied by repeating what was done to it.
class ForkableFake {
public:
    /// `mistake`: makes its calls; null: the fake itself does. Both must outlive it.
    ForkableFake(const PreparedAlphabet& prepared, const SqlMistake* mistake);

    [[nodiscard]] ForkableFake fork() const;
    /// Begins, executes, commits or rolls back; empty if the session has to wait.
    std::optional<Answer> apply(const Step& step);
    /// The same, without the mistake.
    std::optional<Answer> apply_rightly(const Step& step);
    void break_deadlock(std::size_t session);
    [[nodiscard]] const fake::Database& database() const { return *database_; }

    static constexpr std::size_t sessions = 3;

private:
    struct Done {
        Step step;
        bool breaks_deadlock = false;
    };

    const PreparedAlphabet* prepared_;
    const SqlMistake* mistake_;
    std::unique_ptr<fake::Database> database_;
    std::vector<Done> log_;
};

}  // namespace onceproof::conformance
