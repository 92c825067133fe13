#pragma once

#include <map>
#include <string>

namespace onceproof::cli {

/// What built this program and what it runs on, by name: "compiler", "system", and "processor"
/// where the system tells it.
std::map<std::string, std::string> environment();

}  // namespace onceproof::cli
