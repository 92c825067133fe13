#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/fake/sql/cells.hpp"

namespace onceproof::fake {

struct Plan;
struct Row;
struct Store;

/// Counts commits; a snapshot is the number of the last commit that it sees.
using CommitNumber = std::uint64_t;

/// What a serializable transaction has read (a "SIREAD lock"): a whole table, the place of a key
/// value whether or not a row is there, or one version of a row.
struct ReadMark {
    std::size_t table = 0;
    std::optional<std::size_t> key;  ///< with `values`
    Cells values;
    std::uint64_t row = 0;  ///< 0: no row version but a key place or the whole table
    CommitNumber version = 0;

    friend bool operator==(const ReadMark&, const ReadMark&) = default;
};

/// One serializable transaction, open or committed and still overlapped by an open one.
struct Party {
    std::uint64_t id = 0;
    std::uint8_t session = 0;
    bool committed = false;
    bool doomed = false;  ///< will fail when it next touches a row or commits
    bool wrote = false;
    bool read_only = false;     ///< committed without having written
    bool conflict_out = false;  ///< committed after one that it has an rw-conflict out to
    CommitNumber snapshot = 0;
    CommitNumber commit = 0;
    std::vector<std::uint64_t> in;   ///< those who read what this one overwrote
    std::vector<std::uint64_t> out;  ///< those who overwrote what this one read
    std::vector<ReadMark> marks;
};

/// Serializable snapshot isolation as in PostgreSQL (src/backend/storage/lmgr/predicate.c), with
/// marks on rows and key places only: PostgreSQL also has index pages, so it may refuse more, never
/// less.
struct Serializable {
    std::vector<Party> parties;
    std::uint64_t next_id = 1;
};

// Each of these does nothing and returns true if the session's transaction is not serializable;
// false means that the statement or commit fails with serialization_failure.

/// The transaction takes its snapshot.
void enter_serializable(Store& store, std::size_t session, CommitNumber snapshot);

/// A statement is about to look for rows: by the place `values` of `plan.pinned_key`, else in the
/// whole table.
void mark_place(Store& store, std::size_t session, const Plan& plan, const Cells& values);

/// The statement comes across a row.
bool read_row(
    Store& store, std::size_t session, const Plan& plan, const Cells& values, const Row& row
);

/// A new row version is about to get into a table.
bool write_table(Store& store, std::size_t session, std::size_t table);

/// … into a key at the place of `cells`.
bool write_key(
    Store& store, std::size_t session, std::size_t table, std::size_t key, const Cells& cells
);

/// The newest version of a row is about to be overwritten or deleted.
bool write_row(Store& store, std::size_t session, std::size_t table, const Row& row);

/// The transaction is about to commit.
bool may_commit(Store& store, std::size_t session);

/// The transaction has ended; `commit` is its number, 0 if it was rolled back.
void leave_serializable(Store& store, std::size_t session, CommitNumber commit);

/// Folds in what can still matter.
void hash_serializable(const Store& store, Hasher& hasher, Instant now, Naming& naming);

}  // namespace onceproof::fake
