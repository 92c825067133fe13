#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// Text as Markdown shows it unchanged, inside a table too: visible, in one line.
std::string markdown(std::string_view text);

/// Text between back-ticks, for names and commands. One that they cannot hold stands there without.
std::string code(std::string_view text);

}  // namespace onceproof::reports
