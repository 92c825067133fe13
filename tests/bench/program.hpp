#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace onceproof::bench {

/// What a run of the built program left.
struct Ended {
    int status = 0;  ///< exit status, 128 + signal if by signal; -1: it did not end in time
    std::string output{};
    std::string errors{};
    std::vector<std::string> files_left{};  ///< in its temporary folder
    int processes_left = 0;                 ///< in its temporary folder, or in its group
};

std::string content_of(const std::string& file);

/// Runs `onceproof` with these arguments in a process group and a temporary folder of its own.
/// After `interrupt_after` its group gets SIGINT, as from a terminal. At most three minutes.
Ended run_program(
    const std::vector<std::string>& arguments,
    std::optional<std::chrono::milliseconds> interrupt_after = std::nullopt
);

}  // namespace onceproof::bench
