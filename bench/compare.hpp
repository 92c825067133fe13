#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::bench {

/// Requests per second by the name of a run.
using Figures = std::map<std::string, double>;

/// The figures in a file that `--json` wrote; runs without figures are left out. Empty: no such
/// file.
std::optional<Figures> figures_in(std::string_view json);

/// Repetitions below which two programs are not judged: of fewer, even the most uneven ranks are
/// too likely by chance.
inline constexpr std::size_t judged_least = 5;

/// A difference that is less likely than this by chance counts as one.
inline constexpr double significant = 0.05;

/// One run of both programs, over all repetitions.
struct Comparison {
    std::string name;
    std::size_t repetitions = 0;  ///< of the program that has fewer
    double base = 0;              ///< medians, requests per second
    double now = 0;
    double ratio = 0;  ///< now by base
    double p = 1;      ///< of the Mann-Whitney test; 1 where it is not judged
    bool judged = false;
    bool slower = false;  ///< significantly, and by more than the threshold
};

/// Compares what both have measured. `threshold` is the share by which the median may fall.
std::vector<Comparison> compare_runs(
    const std::vector<Figures>& base, const std::vector<Figures>& now, double threshold
);

/// A line each, and what became of it in words.
std::string text_of(const std::vector<Comparison>& comparisons);

/// What is to be run in turn.
struct Alternation {
    std::vector<std::string> base;  ///< the other program and its arguments
    std::vector<std::string> now;   ///< this one
    std::size_t repetitions = judged_least;
    std::string file;  ///< where both write their figures
    std::function<bool()> should_stop{};
    std::function<void(std::size_t, std::string_view)> progress{};  ///< number from 1, which one
};

/// What came out of the alternation.
struct Alternated {
    std::vector<Figures> base;
    std::vector<Figures> now;
    std::string trouble;  ///< one line about a program that failed; empty: none did
};

/// Runs both programs so often, each after the other in turn: B N, N B, B N, … so that a machine
/// that gets slower strikes both. Stops at the first that fails, and when told to.
Alternated alternate(const Alternation& alternation);

}  // namespace onceproof::bench
