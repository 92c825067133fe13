#pragma once

#include <string>

#include "tests/support/content_of.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::installed {

using testing::content_of;
using testing::Finished;
using testing::TemporaryFolder;

/// Where the project is installed, once for all tests of this program; gone when it ends.
const std::string& prefix();

/// Whether `part` stands in the text.
bool has(const std::string& text, const std::string& part);

/// Runs a script of bash in `folder`, with the installed program in its PATH. It ends at the first
/// command that fails.
Finished shell(const std::string& folder, const std::string& script);

/// Configures and builds a project of `examples/` there; its build folder.
std::string build_example(const TemporaryFolder& folder, const std::string& name);

}  // namespace onceproof::installed
