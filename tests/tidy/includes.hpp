#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tests/tidy/source.hpp"

namespace onceproof::tidy {

/// One row of the include table: what the files of `folder` may include besides their own folder.
struct IncludeRow {
    std::string_view folder;
    /// Folders or single files, separated by blanks.
    std::string_view may_include;
};

/// One row of the library table: where headers that start with `prefix` may be included.
struct LibraryRow {
    std::string_view prefix;
    /// Folders or single files, separated by blanks; `*` is everywhere.
    std::string_view places;
};

/// One `#include`.
struct Include {
    std::size_t line{};
    std::string_view target;
    /// `"…"`, so from the repository's root; otherwise `<…>`.
    bool is_own{};
};

/// The includes of `file`, in order; what stands in a comment is none.
[[nodiscard]] std::vector<Include> includes_of(const SourceFile& file);

/// The row of the folder that holds `path`, the longest one; nullptr: none.
[[nodiscard]] const IncludeRow* row_of(std::string_view path, std::span<const IncludeRow> table);

/// Reports own includes that the table has no arrow for, and files that no row covers.
[[nodiscard]] Findings check_arrows(const SourceFile& file, std::span<const IncludeRow> table);

/// Reports own includes that name no file of the tree.
[[nodiscard]] Findings check_targets(const SourceFile& file, std::span<const SourceFile> tree);

/// Reports a library's header outside of its places. The first row that fits decides; a header
/// without a dot and a slash is the standard library's and free.
[[nodiscard]] Findings check_libraries(const SourceFile& file, std::span<const LibraryRow> table);

/// Reports a circle of folders in the table itself.
[[nodiscard]] Findings check_table(std::span<const IncludeRow> table);

/// Reports a header whose first line of code is not `#pragma once`.
[[nodiscard]] Findings check_pragma_once(const SourceFile& file);

}  // namespace onceproof::tidy
