// fidelity_report FOLDER FILE [CONFIRMED]: makes the document FILE of the figures that conformance
// programs have left in FOLDER. Its last section is CONFIRMED's text, else what it was.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/conformance/fidelity_text.hpp"

namespace {

using namespace onceproof::conformance;

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Part> parts_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Part> parts;
    for (const auto& path : paths)
        parts.push_back(part_of(text_of(path)));
    if (parts.empty()) throw std::runtime_error("no figures in " + folder.string());
    return parts;
}

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments, arguments + count);
    if (words.size() != 3 && words.size() != 4) {
        std::cerr << "usage: fidelity_report FOLDER FILE [CONFIRMED]\n";
        return 64;
    }
    try {
        write(words[2], fidelity_text(parts_in(words[1]), text_of(words.back())));
    } catch (const std::exception& error) {
        std::cerr << "fidelity_report: " << error.what() << '\n';
        return 74;
    }
    return 0;
}
