#include <algorithm>
#include <iostream>

#include "tests/support/catch.hpp"
#include "tests/tidy/includes.hpp"
#include "tests/tidy/lengths.hpp"
#include "tests/tidy/registry.hpp"
#include "tests/tidy/source.hpp"
#include "tests/tidy/tables.hpp"
#include "tests/tidy/words.hpp"

// The rules of the repository, held against its own tree; tests/tidy/*_test.cpp holds each rule
// against bad examples.
namespace onceproof::tidy {
namespace {

const std::vector<SourceFile>& tree() {
    static const std::vector<SourceFile> files = load_tree(ONCEPROOF_SOURCE_DIR);
    return files;
}

/// Findings go to standard error as they are: Catch2 would wrap their lines.
void report(const Findings& findings) {
    for (const Finding& finding : findings) {
        std::cerr << to_string(finding) << '\n';
    }
    CHECK(findings.empty());
}

template <class Rule>
void report_each(Rule rule) {
    REQUIRE(!tree().empty());
    for (const SourceFile& file : tree()) {
        report(rule(file));
    }
}

bool is_deterministic(const SourceFile& file) {
    return is_cpp(file.path) &&
           (file.path.starts_with(deterministic_prefix) ||
            std::ranges::any_of(deterministic_folders, [&](std::string_view folder) {
                return is_within(file.path, folder);
            }));
}

TEST_CASE("tree: the rules see its sources, its build rules and its scripts", "[tidy]") {
    for (const auto* path :
         {"model/base/time.hpp", "tests/tidy_test.cpp", "CMakeLists.txt", "dev"}) {
        CAPTURE(path);
        CHECK(std::ranges::count(tree(), path, &SourceFile::path) == 1);
    }
}

TEST_CASE("tree: the include table is a layering without a circle", "[tidy]") {
    report(check_table(include_table));
}

TEST_CASE("tree: every own include follows an arrow of the include table", "[tidy]") {
    report_each([](const SourceFile& file) {
        return is_cpp(file.path) ? check_arrows(file, include_table) : Findings{};
    });
}

TEST_CASE("tree: every own include names a file from the root", "[tidy]") {
    report_each([](const SourceFile& file) {
        return is_cpp(file.path) ? check_targets(file, tree()) : Findings{};
    });
}

TEST_CASE("tree: libraries are included only in their places", "[tidy]") {
    report_each([](const SourceFile& file) {
        return is_cpp(file.path) ? check_libraries(file, library_table) : Findings{};
    });
}

TEST_CASE("tree: every header starts with #pragma once", "[tidy]") {
    report_each(check_pragma_once);
}

TEST_CASE("tree: what is model-checked depends on its schedule alone", "[tidy]") {
    report_each([](const SourceFile& file) {
        return is_deterministic(file) ? check_determinism(file, word_exceptions) : Findings{};
    });
    report(check_word_exceptions(tree(), word_exceptions));
}

TEST_CASE("tree: strategies are the same code in every build, world and servers alike", "[tidy]") {
    report_each([](const SourceFile& file) {
        const bool is_strategy = is_cpp(file.path) && is_within(file.path, "impls/strategy");
        return is_strategy ? check_conditionals(file) : Findings{};
    });
}

TEST_CASE("tree: no marker of unfinished work is left", "[tidy]") {
    report_each(check_leftovers);
}

TEST_CASE("tree: no path of one machine is written down", "[tidy]") {
    report_each(check_machine_paths);
}

TEST_CASE("tree: namespace std is left alone, and headers use no namespace", "[tidy]") {
    report_each(check_namespaces);
}

TEST_CASE("tree: lines have at most 100 columns", "[tidy]") {
    report_each(check_line_lengths);
}

TEST_CASE("tree: files have at most 300 lines, and those above 250 are named", "[tidy]") {
    report_each([](const SourceFile& file) { return check_file_length(file, file_lines_max); });
    for (const SourceFile& file : tree()) {
        for (const Finding& finding : check_file_length(file, file_lines_long)) {
            std::cerr << "long, no breach: " << to_string(finding) << '\n';
        }
    }
}

TEST_CASE("tree: functions have at most 70 lines", "[tidy]") {
    report_each(check_function_lengths);
}

TEST_CASE("tree: every source, header, schema and scenario is registered", "[tidy]") {
    report(check_registered(tree()));
}

TEST_CASE("tree: every source has a test of its own name, or says what tests it", "[tidy]") {
    report(check_mirrors(tree(), mirror_exceptions));
}

}  // namespace
}  // namespace onceproof::tidy
