#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/fake/sql/evaluate.hpp"
#include "model/fake/sql/layout.hpp"
#include "model/fake/sql/store.hpp"
#include "model/port/result.hpp"

namespace onceproof::fake {

/// How far a statement, or one row of it, has come.
struct [[nodiscard]] Progress {
    enum class Kind : std::uint8_t {
        done,
        skipped,
        waiting,
        failed
    };
    Kind kind = Kind::done;
    ErrorKind error = ErrorKind::rejected;

    static Progress done() { return {}; }
    static Progress skipped() { return {.kind = Kind::skipped}; }
    static Progress waiting() { return {.kind = Kind::waiting}; }
    static Progress failed(ErrorKind error) { return {.kind = Kind::failed, .error = error}; }

    [[nodiscard]] bool is_done() const { return kind == Kind::done; }
    [[nodiscard]] bool is_skipped() const { return kind == Kind::skipped; }
    /// True if the statement cannot go on.
    [[nodiscard]] bool stops() const { return kind >= Kind::waiting; }
};

/// One attempt at a statement.
struct Call {
    Store& store;
    std::size_t session;
    const Plan& plan;
    Scope scope;
    CommitNumber snapshot;
    Rows& result;

    [[nodiscard]] SessionState& me() { return store.sessions[session]; }
    [[nodiscard]] TableData& data() { return store.tables[plan.table]; }

    /// Evaluates one of the plan's nodes over a row.
    Datum value(NodeIndex node, const Cell* row) {
        scope.row = row;
        return evaluate(plan.code, node, scope);
    }
    /// Adds the output columns of a row to the result.
    void emit(const Cells& row);
    /// Notes that the session has locks or changes in the plan's table.
    void touch() { me().touched |= std::uint64_t{1} << plan.table; }
    /// Notes what the statement waits for.
    Progress wait(const Wait& wait);
};

/// Positions in the table of the rows that the statement sees and that satisfy WHERE.
Progress find_rows(Call& call, std::vector<std::uint32_t>& found);

/// Locks a row that the statement has found: waits, fails or skips as `policy` says if another
/// session holds it; under READ COMMITTED goes on with the newest version if that still satisfies
/// WHERE; above it fails if there is a newer version. When done, `current` is the version to work
/// on.
Progress lock_row(Call& call, Row& row, bool shared, ast::LockPolicy policy, const Cells*& current);

/// Enters the session's pending version of a row in the keys in which it is not yet. Skipped: a key
/// that ON CONFLICT is about has become taken while another was waited for.
Progress enter_keys(Call& call, Row& row);

/// True if a NOT NULL column of the plan's table has no value in `cells`.
bool lacks_value(const Table& table, const Cells& cells);

Progress run_select(Call& call);
Progress run_insert(Call& call);
Progress run_update(Call& call);
Progress run_delete(Call& call);

}  // namespace onceproof::fake
