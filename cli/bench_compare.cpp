#include "cli/bench_compare.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "bench/compare.hpp"
#include "cli/interrupt.hpp"

namespace onceproof::cli {
namespace {

namespace fs = std::filesystem;

/// Of the flags that only the comparing program is to see: those with a value.
constexpr std::array<std::string_view, 6> own_flags{
    "--compare", "--repeat", "--threshold", "--json", "--out", "-o"};

/// The words of this command for either program: `bench` with what was asked, one file for the
/// figures, and nothing of the comparison.
std::vector<std::string> words_for(
    const std::string& program, const BenchOptions& options, const std::string& file
) {
    std::vector<std::string> words{program};
    for (std::size_t i = 0; i < options.arguments.size(); ++i) {
        const std::string& word = options.arguments[i];
        const auto flag = std::ranges::find_if(own_flags, [&word](std::string_view each) {
            return word == each || word.starts_with(std::string(each) + "=");
        });
        if (flag == own_flags.end()) {
            words.push_back(word);
        } else if (word == *flag) {
            ++i;
        }
    }
    words.insert(words.end(), {"--json", file, "--no-raw-limits"});
    if (std::ranges::find(words, "--no-progress") == words.end()) {
        words.emplace_back("--no-progress");
    }
    return words;
}

ExitCode judge(const std::vector<bench::Comparison>& comparisons) {
    if (comparisons.empty()) {
        std::fputs("onceproof: the two programs have measured nothing in common\n", stderr);
        return ExitCode::inconclusive;
    }
    std::fputs(bench::text_of(comparisons).c_str(), stdout);
    if (std::ranges::any_of(comparisons, &bench::Comparison::slower)) {
        return ExitCode::regression;
    }
    const bool judged = std::ranges::all_of(comparisons, &bench::Comparison::judged);
    return judged ? ExitCode::ok : ExitCode::inconclusive;
}

}  // namespace

ExitCode bench_compare(const BenchOptions& options) {
    std::error_code error;
    const std::string own = fs::read_symlink("/proc/self/exe", error).string();
    if (!fs::is_regular_file(options.compare, error) ||
        access(options.compare.c_str(), X_OK) != 0) {
        std::fprintf(
            stderr,
            "onceproof: --compare: %s is no program; stored figures cannot be measured in turn "
            "with new ones\n",
            options.compare.c_str()
        );
        return ExitCode::bad_data;
    }
    const fs::path folder = fs::temp_directory_path(error);
    const std::string file =
        (folder / ("onceproof_compare_" + std::to_string(getpid()) + ".json")).string();
    catch_interrupts();
    bench::Alternation alternation{
        .base = words_for(fs::absolute(options.compare), options, file),
        .now = words_for(own, options, file),
        .repetitions = options.repeat,
        .file = file,
        .should_stop = interrupted};
    if (!options.no_progress && can_show_progress()) {
        alternation.progress = [&options](std::size_t number, std::string_view which) {
            std::fprintf(
                stderr,
                "\r\033[K%zu of %zu: %.*s",
                number,
                2 * options.repeat,
                static_cast<int>(which.size()),
                which.data()
            );
        };
    }
    const bench::Alternated measured = bench::alternate(alternation);
    fs::remove(file, error);
    if (alternation.progress) {
        std::fputs("\r\033[K", stderr);
    }
    const ExitCode code =
        judge(bench::compare_runs(measured.base, measured.now, options.threshold / 100));
    if (interrupted()) {
        std::fputs("onceproof: interrupted\n", stderr);
        return ExitCode::interrupted;
    }
    if (!measured.trouble.empty()) {
        std::fprintf(stderr, "onceproof: %s\n", measured.trouble.c_str());
        return ExitCode::backend;
    }
    return code;
}

}  // namespace onceproof::cli
