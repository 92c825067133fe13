#pragma once

#include <string>
#include <vector>

namespace onceproof::cli {

/// A word in the quotes of a shell.
std::string in_quotes(const std::string& word);

/// A word as a shell takes it; in quotes only if it must be.
std::string quoted(const std::string& word);

/// The words of a command without the flags that cannot change its results: where they go, how many
/// threads or machines share the work, how it looks.
std::vector<std::string> essential_words(const std::vector<std::string>& words);

/// "onceproof run scenarios -f 'tag:ci & !fault:stall'": these words, quoted for a shell.
/// `executable` is quoted already.
std::string essential_command(const std::string& executable, const std::vector<std::string>& words);

}  // namespace onceproof::cli
