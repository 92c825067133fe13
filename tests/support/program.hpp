#pragma once

#include <string>
#include <vector>

namespace onceproof::testing {

/// What a finished program left.
struct Finished {
    int exit_code = 0;  ///< 128 + the signal's number if one ended it
    std::string out;
    std::string err;
};

/// Limits and signals for a program that is run.
struct RunLimits {
    bool no_file_growth = false;  ///< every write to a file fails, as on a full disk
    int interrupt_after_ms = 0;   ///< SIGINT after that time; 0: never
    int interrupts = 1;           ///< how many, 100 ms apart
    int patience_s = 120;         ///< then it is killed
};

/// Runs `arguments[0]` with the others, reads what it prints, and waits for its end.
Finished run_program(const std::vector<std::string>& arguments, const RunLimits& limits);

}  // namespace onceproof::testing
