#include "tests/tidy/registry.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "tests/tidy/includes.hpp"

namespace onceproof::tidy {
namespace {

/// A folder of sources and the folder of its tests.
struct Mirror {
    std::string_view sources;
    std::string_view tests;
};

constexpr std::array<Mirror, 5> mirrors{{
    {"model/", "tests/"},
    {"impls/", "tests/"},
    {"harness/", "tests/harness/"},
    {"reports/", "tests/reports/"},
    {"onceproof/", "tests/onceproof/"},
}};

bool exists(std::string_view path, std::span<const SourceFile> tree) {
    return std::ranges::find(tree, path, &SourceFile::path) != tree.end();
}

std::string file_name(std::string_view path) {
    return std::filesystem::path{path}.filename().string();
}

std::string folder_of(std::string_view path) {
    return std::filesystem::path{path}.parent_path().generic_string();
}

/// Some other file of code or build rules holds the file's name.
bool is_named(const SourceFile& file, std::span<const SourceFile> tree) {
    const std::string name = file_name(file.path);
    return std::ranges::any_of(tree, [&](const SourceFile& each) {
        const bool counts = is_cpp(each.path) || each.path.ends_with("CMakeLists.txt") ||
                            each.path.ends_with(".toml");
        return counts && each.path != file.path && find_word(each.text, name) != std::string::npos;
    });
}

std::set<std::string> included_paths(std::span<const SourceFile> tree) {
    std::set<std::string> paths;
    for (const SourceFile& file : tree) {
        if (is_cpp(file.path)) {
            for (const Include& include : includes_of(file)) {
                paths.emplace(include.target);
            }
        }
    }
    return paths;
}

/// `model/fake/x.cpp` without its ending, or what it is a further part of.
std::string concept_of(const SourceFile& source, std::span<const SourceFile> tree) {
    std::string stem = source.path.substr(0, source.path.size() - 4);
    if (!exists(stem + ".hpp", tree)) {
        for (const Include& include : includes_of(source)) {
            if (include.is_own && folder_of(include.target) == folder_of(source.path)) {
                return std::string{include.target.substr(0, include.target.size() - 4)};
            }
        }
    }
    return stem;
}

}  // namespace

std::set<std::string> paths_in_cmake(std::span<const SourceFile> tree) {
    std::set<std::string> paths;
    for (const SourceFile& file : tree) {
        if (!file.path.ends_with("CMakeLists.txt")) {
            continue;
        }
        std::string text = file.text;
        std::ranges::replace_if(
            text, [](char c) { return c == '(' || c == ')' || c == '"'; }, ' '
        );
        const std::filesystem::path folder{folder_of(file.path)};
        for (const std::string_view word : words_of(text)) {
            paths.insert((folder / word).lexically_normal().generic_string());
        }
    }
    return paths;
}

Findings check_registered(std::span<const SourceFile> tree) {
    Findings findings;
    const std::set<std::string> built = paths_in_cmake(tree);
    const std::set<std::string> included = included_paths(tree);
    for (const SourceFile& file : tree) {
        const std::string_view path = file.path;
        const bool is_in_suite = folder_of(path) == "scenarios";
        if (path.ends_with(".cpp") && !built.contains(file.path)) {
            findings.push_back({file.path, 0, "no CMakeLists.txt names this source"});
        } else if (path.ends_with(".hpp") && !included.contains(file.path)) {
            findings.push_back({file.path, 0, "nothing includes this header"});
        } else if (path.ends_with(".sql") && !is_named(file, tree)) {
            findings.push_back({file.path, 0, "nothing names this schema"});
        } else if (path.ends_with(".toml") && !is_in_suite && !is_named(file, tree)) {
            findings.push_back({file.path, 0, "outside of scenarios/, and nothing names it"});
        }
    }
    return findings;
}

std::string mirror_of(const SourceFile& source, std::span<const SourceFile> tree) {
    if (!source.path.ends_with(".cpp")) {
        return {};
    }
    for (const Mirror& mirror : mirrors) {
        if (source.path.starts_with(mirror.sources)) {
            const std::string stem = concept_of(source, tree);
            return std::string{mirror.tests} + stem.substr(mirror.sources.size()) + "_test.cpp";
        }
    }
    return {};
}

Findings check_mirrors(
    std::span<const SourceFile> tree, std::span<const MirrorException> exceptions
) {
    Findings findings;
    for (const SourceFile& source : tree) {
        const std::string test = mirror_of(source, tree);
        const bool is_excused =
            std::ranges::find(exceptions, source.path, &MirrorException::source) !=
            exceptions.end();
        if (!test.empty() && !exists(test, tree) && !is_excused) {
            findings.push_back({source.path, 0, "its test is missing: " + test});
        } else if (is_excused && exists(test, tree)) {
            findings.push_back({source.path, 0, "the exception excuses nothing: there is " + test});
        }
    }
    for (const MirrorException& each : exceptions) {
        for (const std::string_view path : {each.source, each.tested_by}) {
            if (!exists(path, tree)) {
                findings.push_back(
                    {std::string{path}, 0, "an exception names it, and it is not there"}
                );
            }
        }
    }
    return findings;
}

}  // namespace onceproof::tidy
