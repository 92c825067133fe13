#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/explorer/report.hpp"

// How fast the searches are, on one small protocol whose counts are known.

namespace onceproof::litmus {
namespace {

struct Options {
    std::vector<std::string> forms = {"litmus", "world", "service", "hand-written"};
    std::vector<std::string> variants = {"A", "B", "C", "D"};
    std::vector<std::string> sizes = {"S1", "S2", "S3"};
    std::vector<std::string> symmetries = {"off", "on"};
    std::vector<std::size_t> threads = {1, 2};
    Effort effort = {};
    bool tsv = false;
};

template <class Table>
CLI::IsMember one_of(const Table& table) {
    std::vector<std::string> names;
    names.reserve(table.size());
    for (const auto& entry : table) {
        names.emplace_back(entry.name);
    }
    return CLI::IsMember(names);
}

template <class Table>
auto named(const Table& table, const std::string& name) {
    auto entry = table.begin();
    while (entry->name != name) {
        ++entry;
    }
    return *entry;
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--form", options.forms, "litmus, world, service, hand-written")
        ->check(one_of(all_forms))
        ->delimiter(',');
    app.add_option("--variant", options.variants, "A to D")
        ->check(one_of(all_variants))
        ->delimiter(',');
    app.add_option("--size", options.sizes, "S1 to S5; without it S1 to S3")
        ->check(one_of(all_sizes))
        ->delimiter(',');
    app.add_option(
           "--symmetry", options.symmetries, "on: states that differ in who is where are one; off"
    )
        ->check(one_of(all_symmetries))
        ->delimiter(',');
    app.add_option("--threads", options.threads, "that search together; without it 1 and 2")
        ->check(CLI::Range(1, 1'024))
        ->delimiter(',');
    app.add_option("--runs", options.effort.runs, "runs of each measure; the median is printed")
        ->check(CLI::Range(1, 1'000));
    app.add_option("--limit", options.effort.seconds_max, "seconds of one run, at most")
        ->check(CLI::Range(0.001, 3'600.0));
    app.add_option("--random", options.effort.seconds_random, "seconds of random executions")
        ->check(CLI::Range(0.001, 3'600.0));
    app.add_flag("--tsv", options.tsv, "one line per measure, columns apart by tabs");
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

/// The subjects that were asked for and exist, one line each.
std::vector<Subject> subjects_of(const Options& options) {
    std::vector<Subject> subjects;
    for (const std::string& size : options.sizes) {
        for (const std::string& variant : options.variants) {
            for (const std::string& form : options.forms) {
                for (const std::string& symmetry : options.symmetries) {
                    for (const std::size_t threads : options.threads) {
                        subjects.push_back(
                            {.form = named(all_forms, form),
                             .variant = named(all_variants, variant),
                             .size = named(all_sizes, size),
                             .symmetry = named(all_symmetries, symmetry),
                             .threads = threads}
                        );
                    }
                }
            }
        }
    }
    std::erase_if(subjects, [](const Subject& subject) { return !subject.exists(); });
    return subjects;
}

/// Measures all that was asked for. False: some count is not what it has to be.
bool run(const Options& options) {
    bool right = true;
    print(options.tsv ? tsv_head() : text_head());
    for (const Subject& subject : subjects_of(options)) {
        const Measures measures = measure(subject, options.effort);
        print(
            options.tsv ? tsv_lines(subject, measures, options.effort.runs)
                        : text_line(subject, measures)
        );
        right = right && counts_as_known(subject, measures);
    }
    return right;
}

int main_with(int count, char** words) {
    CLI::App app("How fast the searches are, on one small protocol whose counts are known.");
    Options options;
    add_options(app, options);
    CLI11_PARSE(app, count, words);
    if (!run(options)) {
        std::fputs("a count is not what it has to be\n", stderr);
        return 1;
    }
    return 0;
}

}  // namespace
}  // namespace onceproof::litmus

int main(int count, char** words) {
    try {
        return onceproof::litmus::main_with(count, words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "explorer_bench: internal error: %s\n", error.what());
        return 1;
    }
}
