#pragma once

#include <string>

#include "cli/exit_code.hpp"
#include "reports/style.hpp"

namespace onceproof::cli {

/// Flags that every command with output for people has.
struct TextFlags {
    std::string color = "auto";  ///< auto | always | never
    bool ascii = false;
};

/// What a shell takes for this program: "onceproof", or a checker's path as it was typed.
std::string program_name();

/// The name of this program's file.
std::string file_name();

/// How text on standard output is to look: its width (COLUMNS, the terminal, else 100), colour (the
/// flag, else NO_COLOR, FORCE_COLOR, TERM and whether it is a terminal), ASCII (the flag, or a
/// locale that is not UTF-8).
reports::TextStyle style_of(const TextFlags& flags);

/// Says on standard error why something is refused, and returns `code`.
ExitCode refuse(ExitCode code, const std::string& why);

/// Whether standard error is a terminal that can show a line of progress.
bool can_show_progress();

}  // namespace onceproof::cli
