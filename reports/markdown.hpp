#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// Text as Markdown shows it unchanged, inside a table too; line breaks become blanks.
std::string markdown(std::string_view text);

/// Text between back-ticks, for names and commands; it must hold none itself.
std::string code(std::string_view text);

/// "1 fault", "2 faults".
std::string counted(std::size_t count, std::string_view thing);

/// A fault budget as a bound: "no fault", "up to 2 faults".
std::string fault_bound(std::size_t budget);

}  // namespace onceproof::reports
