#include "cli/actions.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "reports/annotations.hpp"
#include "reports/summary.hpp"

namespace onceproof::cli {
namespace {

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// What there is from earlier commands of the step counts as well.
void add_summary(const reports::RunRecord& record, const std::string& file) {
    std::error_code error;
    const std::uintmax_t used = std::filesystem::file_size(file, error);
    const std::size_t before = error ? 0 : static_cast<std::size_t>(used);
    if (before >= reports::step_summary_bytes) {
        return;
    }
    std::ofstream stream(file, std::ios::binary | std::ios::app);
    stream << reports::summary(record, reports::step_summary_bytes - before);
    stream.close();
    if (!stream) {
        std::fprintf(stderr, "onceproof: cannot write the step summary: %s\n", file.c_str());
    }
}

}  // namespace

void tell_actions(const reports::RunRecord& record) {
    if (variable("GITHUB_ACTIONS") != "true") {
        return;
    }
    std::fputs(reports::annotations(record).c_str(), stdout);
    if (const std::string_view file = variable("GITHUB_STEP_SUMMARY"); !file.empty()) {
        add_summary(record, std::string(file));
    }
}

}  // namespace onceproof::cli
