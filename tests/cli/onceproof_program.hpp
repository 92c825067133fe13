#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/content_of.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::cli {

using testing::content_of;
using testing::Finished;
using testing::RunLimits;
using testing::TemporaryFolder;

/// Runs the program that was built with these tests, in the project's root.
Finished onceproof(const std::vector<std::string>& arguments, const RunLimits& limits = {});

/// One `onceproof run` of the whole suite, made once for all tests of this program.
struct SuiteRun {
    Finished finished;
    std::string folder;  ///< its run directory, gone when the program ends
};
const SuiteRun& suite_run();

/// All tokens of a run directory's results, each once, in their order.
inline std::vector<std::string> tokens_in(const std::string& results) {
    std::vector<std::string> tokens;
    const std::string mark = "\"op1-";
    for (std::size_t at = results.find(mark); at != std::string::npos;
         at = results.find(mark, at + 1)) {
        const std::string token = results.substr(at + 1, results.find('"', at + 1) - at - 1);
        if (std::find(tokens.begin(), tokens.end(), token) == tokens.end()) {
            tokens.push_back(token);
        }
    }
    return tokens;
}

inline bool is_one_line(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

}  // namespace onceproof::cli
