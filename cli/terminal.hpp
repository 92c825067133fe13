#pragma once

#include <string>

#include "reports/style.hpp"

namespace onceproof::cli {

/// Flags that every command with output for people has.
struct TextFlags {
    std::string color = "auto";  ///< auto | always | never
    bool ascii = false;
};

/// How text on standard output is to look: its width (COLUMNS, the terminal, else 100), colour (the
/// flag, else NO_COLOR, FORCE_COLOR, TERM and whether it is a terminal), ASCII (the flag, or a
/// locale that is not UTF-8).
reports::TextStyle style_of(const TextFlags& flags);

/// Whether standard error is a terminal that can show a line of progress.
bool can_show_progress();

}  // namespace onceproof::cli
