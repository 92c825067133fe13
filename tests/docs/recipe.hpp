#pragma once

#include <optional>
#include <string>

#include "tests/docs/markdown.hpp"

namespace onceproof::docs {

/// The file that a recipe's block is of, from the root: `cpp file=impls/x.cpp` is that whole file,
/// `diff file=impls/x.cpp` a change of it. Empty: the block is of none.
[[nodiscard]] std::string file_of(const Block& block);

/// `content` after the change: hunks, parted by lines that start with "@@", of lines that start
/// with a blank (stays), "-" (goes) or "+" (comes). A hunk applies where its old lines stand; that
/// has to be at one place only. Empty: it does not apply, and `why` says which lines.
[[nodiscard]] std::optional<std::string> changed(
    const std::string& content, const std::string& diff, std::string& why
);

/// Applies a block with a file to the tree under `root`. Empty: it is done; otherwise why not.
[[nodiscard]] std::optional<std::string> apply_block(const Block& block, const std::string& root);

}  // namespace onceproof::docs
