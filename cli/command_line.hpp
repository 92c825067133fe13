#pragma once

#include <string>
#include <vector>

namespace onceproof::cli {

/// The words of a command without the flags that cannot change its results: where they go, how many
/// threads or machines share the work, how it looks.
std::vector<std::string> essential_words(const std::vector<std::string>& words);

/// "onceproof run scenarios -f 'tag:ci & !fault:stall'": these words, quoted for a shell.
std::string essential_command(const std::vector<std::string>& words);

}  // namespace onceproof::cli
