#pragma once

#include <string>
#include <vector>

#include "cli/load.hpp"
#include "model/explore/token.hpp"

namespace onceproof::cli {

/// Reads scenarios so that the token's cell is among them, with its strategy in the place of others
/// where that is needed. If no scenario has it, they are as they stand.
Loaded load_for(const std::vector<std::string>& arguments, const explore::Token& token);

}  // namespace onceproof::cli
