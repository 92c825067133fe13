#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "tests/tidy/source.hpp"

namespace onceproof::tidy {

/// A source without a test of its own name: what tests it instead, and why.
struct MirrorException {
    std::string_view source;
    std::string_view tested_by;
    std::string_view reason;
};

/// The paths that the tree's CMakeLists.txt files name, from the repository's root.
[[nodiscard]] std::set<std::string> paths_in_cmake(std::span<const SourceFile> tree);

/// Reports `.cpp` files that no CMakeLists.txt names, headers that nothing includes, `.sql` files
/// that nothing names, and `.toml` files outside of `scenarios` that nothing names.
[[nodiscard]] Findings check_registered(std::span<const SourceFile> tree);

/// The test that a source calls for: `model/fake/x.cpp` -> `tests/fake/x_test.cpp`; empty: none is
/// asked for. A source without a header of its own is a further part of the header of its folder
/// that it includes first, and is tested with it.
[[nodiscard]] std::string mirror_of(const SourceFile& source, std::span<const SourceFile> tree);

/// Reports sources whose mirrored test is missing, and exceptions that excuse nothing or lean on
/// a file that is not there.
[[nodiscard]] Findings check_mirrors(
    std::span<const SourceFile> tree, std::span<const MirrorException> exceptions
);

}  // namespace onceproof::tidy
