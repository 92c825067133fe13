#include "tests/cli/onceproof_program.hpp"

namespace onceproof::cli {

Finished onceproof(const std::vector<std::string>& arguments, const RunLimits& limits) {
    std::vector<std::string> words(1 + arguments.size());
    words[0] = ONCEPROOF_PROGRAM;
    std::copy(arguments.begin(), arguments.end(), words.begin() + 1);
    return testing::run_program(words, limits);
}

const SuiteRun& suite_run() {
    static const TemporaryFolder folder;
    static const SuiteRun run{
        onceproof({"run", "-o", folder.path("out"), "--no-progress"}), folder.path("out")};
    return run;
}

}  // namespace onceproof::cli
