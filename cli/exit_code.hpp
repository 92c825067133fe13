#pragma once

namespace onceproof::cli {

/// What the program's exit code says. Below 64 it reached a verdict, from 64 on it could not.
enum class ExitCode : int {
    ok = 0,                 ///< every expectation is met
    violated = 1,           ///< an unexpected counterexample; of `replay`: it still happens
    inconclusive = 2,       ///< a limit was hit, or an allowed fault never struck
    control_missed = 3,     ///< an expected violation was not found: the harness lost its teeth
    nothing_selected = 4,   ///< no scenario or cell matched
    regression = 5,         ///< significantly slower than what it was compared with
    not_deterministic = 6,  ///< a case was not the same twice, or a replay diverged
    skip = 125,             ///< `replay --bisect`: this version can say neither yes nor no
    usage = 64,             ///< bad flag or argument
    bad_data = 65,          ///< scenario or token that does not make sense
    backend = 69,           ///< a server is missing, unreachable, or did not start
    internal = 70,          ///< the program itself failed
    io = 74,                ///< results cannot be written, or a file cannot be read
    interrupted = 130,      ///< stopped by the user; results so far are kept
};

}  // namespace onceproof::cli
