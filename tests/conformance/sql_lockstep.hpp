#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/fake/database.hpp"
#include "model/fake/plan.hpp"
#include "tests/conformance/sql_real.hpp"
#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

/// How a sequence went.
struct Comparison {
    bool equal = true;
    /// A serializable transaction was refused by the server only: its marks cover whole index
    /// pages.
    bool abandoned = false;
    std::size_t statements = 0;
    std::size_t errors = 0;
    std::size_t blocked = 0;    ///< statements that had to wait, on both sides
    std::size_t deadlocks = 0;  ///< broken on both sides
    std::string report;         ///< what was done on both sides, and the first difference
};

/// A fake that can be copied by repeating what was done to it.
class ForkableFake {
public:
    ForkableFake(const fake::Schema& schema, const std::vector<fake::PlanPtr>& plans);

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
    const std::vector<fake::PlanPtr>* plans_;
    std::unique_ptr<fake::Database> database_;
    std::vector<Done> log_;
};

/// Runs a sequence on the fake and on the real server, step by step, and compares every answer,
/// every wait and the rows at the end. Steps that the session's state does not allow are left out.
Comparison compare(RealDatabase& real, const std::vector<Step>& steps);

}  // namespace onceproof::conformance
