#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/figures.hpp"

namespace onceproof::conformance {

/// The heading of the document's last section, which others write and this leaves as it is.
inline constexpr std::string_view confirmed_heading =
    "## Counterexamples confirmed on real servers";

/// docs/fidelity.md: what of the fakes was compared with which server, with what figures, and which
/// differences are known. `before`: the document until now, for its last section.
std::string fidelity_text(const std::vector<Part>& parts, std::string_view before);

}  // namespace onceproof::conformance
