#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace onceproof::testing {

/// What is in a file; nothing if it cannot be read.
inline std::string content_of(const std::string& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

}  // namespace onceproof::testing
