#pragma once

#include <string>

#include "cli/command_tree.hpp"

namespace onceproof::cli {

/// The manual page, section 1, in the language of man(7).
std::string manual_page(const CommandTree& tree, const std::string& version);

}  // namespace onceproof::cli
