#include "model/base/ensure.hpp"

#include <cstdio>
#include <cstdlib>

namespace onceproof {

void ensure_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
    std::abort();
}

}  // namespace onceproof
