#pragma once

namespace onceproof::cli {

/// "0.1.0"
extern const char* const version;
/// Of the checkout that the program was built from, "-dirty" behind it if that had changes; empty
/// without git.
extern const char* const commit;

}  // namespace onceproof::cli
