#include <algorithm>
#include <filesystem>
#include <glob.h>
#include <system_error>

#include "harness/decode.hpp"

namespace onceproof::harness {
namespace {

namespace fs = std::filesystem;

Diagnostic trouble_with(Trouble trouble, const std::string& argument, std::string message) {
    Diagnostic diagnostic;
    diagnostic.trouble = trouble;
    diagnostic.file = argument;
    diagnostic.message = std::move(message);
    return diagnostic;
}

void add(Found& found, const std::string& file) {
    if (std::ranges::find(found.files, file) == found.files.end()) {
        found.files.push_back(file);
    }
}

void add_directory(Found& found, const std::string& directory) {
    std::error_code error;
    std::vector<std::string> files;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() == ".toml") files.push_back(entry->path().string());
    }
    if (error) {
        found.diagnostics.push_back(
            trouble_with(Trouble::io, directory, "cannot be read: " + error.message())
        );
    } else if (files.empty()) {
        found.diagnostics.push_back(
            trouble_with(Trouble::data, directory, "no scenario (*.toml) in this directory")
        );
    }
    std::ranges::sort(files);
    for (const std::string& file : files)
        add(found, file);
}

void add_pattern(Found& found, const std::string& pattern) {
    glob_t matches{};
    if (glob(pattern.c_str(), 0, nullptr, &matches) == 0) {
        for (std::size_t i = 0; i < matches.gl_pathc; ++i)
            add(found, matches.gl_pathv[i]);
    } else {
        const bool is_pattern = pattern.find_first_of("*?[") != std::string::npos;
        found.diagnostics.push_back(
            is_pattern
                ? trouble_with(Trouble::data, pattern, "no file matches")
                : trouble_with(Trouble::io, pattern, "cannot be read: No such file or directory")
        );
    }
    globfree(&matches);
}

}  // namespace

Found find_scenarios(std::span<const std::string> arguments) {
    Found found;
    for (const std::string& argument : arguments) {
        std::error_code error;
        if (fs::is_directory(argument, error)) {
            add_directory(found, argument);
        } else if (fs::exists(argument, error)) {
            add(found, argument);
        } else {
            add_pattern(found, argument);
        }
    }
    return found;
}

}  // namespace onceproof::harness
