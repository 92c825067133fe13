#pragma once

#include <string>

#include "cli/command_tree.hpp"

namespace onceproof::cli {

// Scripts that complete the program's commands, flags and their values.

std::string bash_completion(const CommandTree& tree);
std::string zsh_completion(const CommandTree& tree);
std::string fish_completion(const CommandTree& tree);

}  // namespace onceproof::cli
