#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::docs {

/// The commands of a program and the flags of each, as its `--help` tells them. The program's own
/// flags stand under "".
using Commands = std::map<std::string, std::set<std::string>>;

/// The flags in a `--help` text: words that start with `-` at the start of a line.
[[nodiscard]] std::set<std::string> flags_in(std::string_view help);

/// The names of sub-commands in a `--help` text.
[[nodiscard]] std::vector<std::string> subcommands_in(std::string_view help);

/// The words of each simple command in a line or script: quotes are taken off, comments left out;
/// `;`, `&`, `|`, parentheses and line ends part commands. Here-documents are left out.
[[nodiscard]] std::vector<std::vector<std::string>> simple_commands(std::string_view text);

/// What a simple command says that `onceproof` does not have: an unknown command or flag. Empty:
/// nothing, or it does not call `onceproof` or a `./dev` that calls it.
[[nodiscard]] std::optional<std::string> unknown_in(
    const std::vector<std::string>& words, const Commands& onceproof
);

/// The words that `./dev` is given have to be among `dev_commands`. Empty: they are.
[[nodiscard]] std::optional<std::string> unknown_to_dev(
    const std::vector<std::string>& words, const std::set<std::string>& dev_commands
);

}  // namespace onceproof::docs
