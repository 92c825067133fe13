#pragma once

#include <string>
#include <vector>

namespace onceproof::cli {

/// "onceproof run scenarios -f 'tag:ci & !fault:stall'": the words of a command without the flags
/// that cannot change its results (where they go, how many threads, how it looks), quoted for a
/// shell.
std::string essential_command(const std::vector<std::string>& words);

}  // namespace onceproof::cli
