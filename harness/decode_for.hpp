#pragma once

#include <string>

#include "harness/decode.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// Reads one file as if `strategy` ("name", or "name/preset") were all that it uses. If the file
/// uses it, with the options and expectations that it has for it; otherwise without expectations
/// and recorded failures: they are about others. What the file claims, and what it sweeps of other
/// strategies, is left out.
Decoded decode_for(
    const std::string& file, const std::string& strategy, const Vocabulary& vocabulary
);

}  // namespace onceproof::harness
