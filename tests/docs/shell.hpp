#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/docs/markdown.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::docs {

/// A folder in which a page's commands can write what they like: copies of README.md, docs/ and
/// scenarios/, and the program as build/release/onceproof. `onceproof` is in the path.
class Bench {
public:
    Bench();
    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }

private:
    testing::TemporaryFolder folder_;
};

/// What is to be said of a block that did not do what it says.
struct Deviation {
    std::string command;
    std::string shown;    ///< what the page says that it prints; `sh`: empty
    std::string printed;  ///< what it printed
    int exit_code = 0;
};

/// Runs an `sh` block in `folder`: every command of it has to succeed; a block that is one `replay`
/// of a token shows a violation, which has to be there still (exit 1). Empty: so it is.
[[nodiscard]] std::vector<Deviation> run_sh(const Block& block, const std::string& folder);

/// Runs a `console` block's commands in `folder`, one after the other, and compares what each
/// prints on both outputs. Its exit code counts only where the page asks for it by `echo $?`.
[[nodiscard]] std::vector<Deviation> run_console(const Block& block, const std::string& folder);

/// Several lines for a test's failure.
[[nodiscard]] std::string to_string(const Deviation& deviation);

}  // namespace onceproof::docs
