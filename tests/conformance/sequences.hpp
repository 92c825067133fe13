#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace onceproof::conformance {

/// A law of sequences that RapidCheck draws.
struct Law {
    std::string text;
    int size_max = 100;  ///< sequences are of any size up to it
    /// Draws one sequence of that size, says how many steps it has, runs it, and fails as
    /// RapidCheck's assertions do. What it draws is shrunk.
    std::function<void(int size, std::size_t& steps)> body{};
};

/// How the search for a sequence that breaks a law went.
struct Search {
    std::size_t tried = 0;  ///< sequences, the one that broke it included
    bool broken = false;
    std::string report{};   ///< that sequence, its seed, and the command that runs it again
    std::size_t steps = 0;  ///< of that sequence
};

/// Whether a sequence that breaks a law is made as short as it gets, by running many others.
enum class Shrink : unsigned char {
    no,
    yes
};

/// Tries sequences until one breaks the law, `count` at most. Those that the law itself discards do
/// not count; there may be ten times as many of them.
Search search(const Law& law, std::size_t count, Shrink shrink);

/// True if no sequence of this run breaks the law; else tells standard error the report of
/// the shrunk sequence.
bool holds(const Law& law, std::size_t count);

}  // namespace onceproof::conformance
