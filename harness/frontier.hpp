#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "harness/borders.hpp"
#include "harness/diagnostic.hpp"
#include "harness/parameter.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// Which border is looked for.
struct FrontierRequest {
    std::string file;                     ///< of the scenario
    std::string strategy;                 ///< name or name/preset of it; empty: every one
    std::vector<std::string> guarantees;  ///< empty: all that it checks
    std::vector<Parameter> parameters;    ///< one or two
    std::size_t jobs = 1;
    std::uint64_t seed = 0;             ///< of walks
    std::function<bool()> should_stop;  ///< empty: never
};

/// One guarantee along the last parameter.
struct FrontierLine {
    std::vector<Fate> tried;  ///< at the values tried first, in their order
    std::vector<Stretch> stretches;
};

/// One guarantee of one cell.
struct FrontierPart {
    std::string guarantee;
    std::vector<FrontierLine> lines;  ///< one per value of the first of two parameters, else one
};

/// One strategy, at one point of what the scenario sweeps besides.
struct FrontierCell {
    std::string name;  ///< "lock-expires / table-lock/published (renew=true)"
    std::vector<FrontierPart> parts;
};

struct Frontier {
    std::vector<std::vector<std::int64_t>> tried;  ///< by parameter: the values tried first
    std::vector<FrontierCell> cells;
    std::size_t fault_budget = 0;
    bool proved = false;     ///< by exhaustive searches; otherwise "safe" means that it held
    std::size_t values = 0;  ///< or pairs of values, searched in all
    bool interrupted = false;

    /// True if a search came to no verdict somewhere.
    [[nodiscard]] bool undecided() const;
};

/// Why there is none: the file with any of the values is wrong, or the request is.
struct NoFrontier {
    std::vector<Diagnostic> diagnostics;
    std::string usage;  ///< what is wrong with the request; empty: `diagnostics` say it
};

/// Searches the scenario at values of the parameters until the borders between safe and violated
/// are known to one step.
std::variant<Frontier, NoFrontier> find_frontier(
    const FrontierRequest& request, const Vocabulary& vocabulary
);

}  // namespace onceproof::harness
