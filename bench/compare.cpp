#include "bench/compare.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "bench/columns.hpp"
#include "bench/mann_whitney.hpp"

namespace onceproof::bench {
namespace {

constexpr int exec_failed = 127;

std::vector<double> samples_of(const std::vector<Figures>& runs, const std::string& name) {
    std::vector<double> samples;
    for (const Figures& figures : runs) {
        if (const auto found = figures.find(name); found != figures.end()) {
            samples.push_back(found->second);
        }
    }
    return samples;
}

std::string_view verdict_of(const Comparison& comparison) {
    if (!comparison.judged) {
        return "not judged: fewer than 5 repetitions";
    }
    if (comparison.p >= significant) {
        return "no difference found";
    }
    return comparison.ratio > 1 ? "faster"
           : comparison.slower  ? "SLOWER"
                                : "slower, within the threshold";
}

/// Runs a program whose output nobody wants; it ends when we do. Returns its exit status.
int status_of(const std::vector<std::string>& words, const std::function<bool()>& should_stop) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        const int nowhere = open("/dev/null", O_WRONLY);
        if (getppid() != parent || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) {
            _exit(exec_failed);
        }
        execv(arguments[0], arguments.data());
        _exit(exec_failed);
    }
    if (child < 0) {
        return exec_failed;
    }
    int status = 0;
    bool told = false;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (should_stop() && !told) {
            // The terminal may have told it already; it ends in order either way.
            told = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            if (waitpid(child, &status, WNOHANG) != 0) {
                break;
            }
            kill(child, SIGTERM);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::vector<Comparison> compare_runs(
    const std::vector<Figures>& base, const std::vector<Figures>& now, double threshold
) {
    std::vector<Comparison> comparisons;
    if (base.empty() || now.empty()) {
        return comparisons;
    }
    for (const auto& [name, first] : now.front()) {
        const std::vector<double> before = samples_of(base, name);
        const std::vector<double> after = samples_of(now, name);
        if (before.empty()) {
            continue;
        }
        Comparison comparison{
            .name = name,
            .repetitions = std::min(before.size(), after.size()),
            .base = median(before),
            .now = median(after)};
        comparison.ratio = comparison.now / comparison.base;
        comparison.judged = comparison.repetitions >= judged_least;
        if (comparison.judged) {
            comparison.p = mann_whitney(before, after).p;
            comparison.slower = comparison.p < significant && comparison.ratio < 1 - threshold;
        }
        comparisons.push_back(std::move(comparison));
    }
    return comparisons;
}

std::string text_of(const std::vector<Comparison>& comparisons) {
    std::string text =
        fmt::format("{:>10} {:>10} {:>7} {:>7}  run\n", "base/s", "now/s", "ratio", "p");
    for (const Comparison& comparison : comparisons) {
        text += fmt::format(
            "{:>10} {:>10} {:>7.3f} {:>7}  {}: {}\n",
            grouped(comparison.base),
            grouped(comparison.now),
            comparison.ratio,
            comparison.judged ? fmt::format("{:.4f}", comparison.p) : "-",
            comparison.name,
            verdict_of(comparison)
        );
    }
    return text;
}

Alternated alternate(const Alternation& alternation) {
    Alternated result;
    std::size_t number = 0;
    for (std::size_t round = 0; round < alternation.repetitions; ++round) {
        for (const bool first : {true, false}) {
            const bool is_base = first == (round % 2 == 0);
            if (alternation.progress) {
                alternation.progress(++number, is_base ? "base" : "now");
            }
            const auto& words = is_base ? alternation.base : alternation.now;
            std::remove(alternation.file.c_str());
            const int status = status_of(words, alternation.should_stop);
            if (alternation.should_stop()) {
                return result;
            }
            std::ifstream in(alternation.file);
            const auto figures = figures_in(std::string(std::istreambuf_iterator<char>(in), {}));
            if (status != 0 || !figures) {
                result.trouble = words.front() + " bench ended with status " +
                                 std::to_string(status) + (figures ? "" : " and wrote no figures");
                return result;
            }
            (is_base ? result.base : result.now).push_back(*figures);
        }
    }
    return result;
}

}  // namespace onceproof::bench
