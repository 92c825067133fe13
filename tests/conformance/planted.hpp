#pragma once

#include <cstddef>
#include <string>

#include "tests/conformance/figures.hpp"
#include "tests/conformance/sequences.hpp"

namespace onceproof::conformance {

/// At most so many sequences until a planted error is caught.
inline constexpr std::size_t until_caught_max = 500;

/// Tries the law of a fake with a planted error until it breaks, and checks that it does; if the
/// sequence is shrunk, also that what is left of it is short.
Caught catch_planted(const std::string& planted, const Law& law, Shrink shrink);

}  // namespace onceproof::conformance
