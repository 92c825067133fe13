#pragma once

namespace onceproof {

/// Prints the broken condition with its place and aborts. For programmer errors only.
[[noreturn]] void ensure_failed(const char* condition, const char* file, int line);

}  // namespace onceproof

/// States what a caller or this code must have made true; on in every build, one condition each.
#define ENSURE(condition)                  \
    (static_cast<bool>(condition) ? void() \
                                  : ::onceproof::ensure_failed(#condition, __FILE__, __LINE__))
