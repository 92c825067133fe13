#pragma once

#include <string>

namespace onceproof::cli {

/// Whether this machine runs a case twice in the same way.
struct SelfTest {
    bool same = false;
    std::string text;  ///< one line
};

/// Searches a small scenario with one thread and with two, and runs all its cases once more in
/// another process.
SelfTest self_test();

}  // namespace onceproof::cli
