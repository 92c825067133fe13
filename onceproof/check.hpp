#pragma once

#include <ostream>
#include <string>

// What a test of one's own includes: `#include <onceproof/check.hpp>`.
namespace onceproof {

/// What `check` came to. True: every guarantee is proved or held, or broken where the scenario
/// expects it.
struct Checked {
    bool ok = false;
    /// For people. If it is not true: what broke, each smallest counterexample step by step, and
    /// the token that replays it.
    std::string text{};

    explicit operator bool() const { return ok; }
};

/// Prints the text, so that a failing assertion shows it.
inline std::ostream& operator<<(std::ostream& stream, const Checked& checked) {
    return stream << checked.text;
}

/// Searches the scenario as its file says, on every core, with the strategy that `strategy` names
/// ("my-guard", or "my-guard/preset") in place of those that the file uses. What the file expects
/// of that strategy counts, if it uses it; otherwise every guarantee is expected to hold.
///
/// `scenario` is the path of a file. A file that cannot be read, an unknown name, or a search that
/// a limit cuts short is not true, and the text says why.
///
/// With a token in the environment variable ONCEPROOF_REPLAY only that case runs, on the calling
/// thread, once: for a debugger. A check that it is no case of then runs nothing and is true.
Checked check(const std::string& strategy, const std::string& scenario);

}  // namespace onceproof
