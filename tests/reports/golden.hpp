#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/catch.hpp"

namespace onceproof::reports {

/// Compares `text` with tests/reports/golden/`name`. With ONCEPROOF_RENEW_GOLDEN set the file is
/// written instead, for a look at the difference in git.
inline void check_golden(const std::string& name, const std::string& text) {
    const std::string file = "tests/reports/golden/" + name;
    if (std::getenv("ONCEPROOF_RENEW_GOLDEN") != nullptr) {
        std::ofstream(file, std::ios::binary) << text;
        return;
    }
    std::ifstream stream(file, std::ios::binary);
    REQUIRE(stream);
    std::ostringstream golden;
    golden << stream.rdbuf();
    CHECK(text == golden.str());
}

}  // namespace onceproof::reports
