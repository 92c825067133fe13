#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// Text as Markdown shows it unchanged, inside a table too; line breaks become blanks.
std::string markdown(std::string_view text);

/// Text between back-ticks, for names and commands; it must hold none itself.
std::string code(std::string_view text);

}  // namespace onceproof::reports
