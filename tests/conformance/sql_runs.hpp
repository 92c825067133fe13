#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tests/conformance/figures.hpp"
#include "tests/conformance/sql_mistakes.hpp"
#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

/// The test program's one throw-away server. Throws std::runtime_error if it does not start.
SteppedDatabase& postgres();
SteppedDatabase& mariadb();

/// A server with the tables of a schema and some sessions, which go with this object.
class Connected {
public:
    Connected(SteppedDatabase& real, std::string_view schema, std::size_t sessions);
    ~Connected();
    Connected(const Connected&) = delete;
    Connected& operator=(const Connected&) = delete;

private:
    SteppedDatabase& real_;
    std::size_t sessions_;
};

/// A part for that server, still without figures.
Part part_for(SteppedDatabase& real, const std::string& law);

/// Runs so many sequences of the alphabet, checks that they agree, and tells the figures under
/// `words`.
Figures compare_sequences(
    SteppedDatabase& real, const Alphabet& alphabet, std::size_t count, const std::string& words
);

/// Runs every statement of each strategy's vocabulary once, then so many sequences of each; checks
/// that they agree, and tells the figures of all together.
void compare_strategies(SteppedDatabase& real, fake::Dialect dialect, std::size_t count);

/// Plants each mistake, checks that it is caught, and tells after how many sequences.
void catch_all(
    SteppedDatabase& real, const Alphabet& alphabet, std::span<const PlantedSql> mistakes
);

}  // namespace onceproof::conformance
