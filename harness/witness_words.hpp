#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/retrace.hpp"
#include "harness/stage.hpp"

namespace onceproof::harness {

/// What a run tells its witness: cases of one cell, as they were seen.
struct Testimony {
    struct Case {
        std::string name;
        SeenRun run;

        friend bool operator==(const Case&, const Case&) = default;
    };
    CellIdentity cell;
    std::vector<Case> cases;

    friend bool operator==(const Testimony&, const Testimony&) = default;
};

/// A case that the witness saw otherwise.
struct Objection {
    CellIdentity cell;
    std::string name;  ///< of the case
    Difference difference;
};

/// What the witness says in the end.
struct Statement {
    std::uint64_t cases = 0;            ///< looked at
    std::vector<Objection> objections;  ///< the first of each cell
    std::string trouble;                ///< why it could not look at all of them; empty: it did
};

/// The same as bytes, for two processes of one program. Empty: no such bytes.
std::string bytes_of(const Testimony& testimony);
std::optional<Testimony> testimony_from(std::string_view bytes);
std::string bytes_of(const Statement& statement);
std::optional<Statement> statement_from(std::string_view bytes);

}  // namespace onceproof::harness
