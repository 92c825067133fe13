#include "tests/conformance/figures.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "tests/conformance/settings.hpp"

namespace onceproof::conformance {

namespace {

struct Field {
    const char* name;
    std::size_t Figures::*member;
};

constexpr Field fields[] = {
    {"sequences", &Figures::sequences},
    {"calls", &Figures::calls},
    {"errors", &Figures::errors},
    {"waits", &Figures::waits},
    {"deadlocks", &Figures::deadlocks},
    {"faults", &Figures::faults},
};

[[noreturn]] void refuse(const std::string& line) {
    throw std::runtime_error("no line of figures: '" + line + "'");
}

std::size_t number(const std::string& text) {
    std::size_t result = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, result);
    if (error != std::errc{} || rest != end) refuse(text);
    return result;
}

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '\t');)
        result.push_back(cell);
    return result;
}

void read_figure(Part& part, const std::vector<std::string>& line) {
    if (!part.figures) part.figures.emplace();
    for (const Field& field : fields) {
        if (line.at(0) != field.name) continue;
        part.figures.value().*field.member = number(line.at(1));
        return;
    }
    const auto known = known_by_name(line.at(0));
    if (!known) refuse(line.at(0));
    part.figures->excused[*known] = number(line.at(1));
}

/// "KeyValue: fake and …" as a file's name.
std::string file_name(const Part& part) {
    std::string name = part.server + " " + part.law;
    for (char& letter : name) {
        if (std::string_view(" :/,()").find(letter) != std::string_view::npos) letter = '-';
    }
    return name + ".part";
}

}  // namespace

std::string part_text(const Part& part) {
    std::string text =
        fmt::format("server\t{}\nversion\t{}\nlaw\t{}\n", part.server, part.version, part.law);
    if (part.figures) {
        for (const Field& field : fields)
            text += fmt::format("{}\t{}\n", field.name, part.figures.value().*field.member);
        for (const auto& [known, count] : part.figures->excused)
            text += fmt::format("{}\t{}\n", about(known).name, count);
    }
    for (const Caught& caught : part.caught) {
        text += fmt::format("caught\t{}\t{}\t{}\n", caught.sequences, caught.steps, caught.planted);
    }
    return text;
}

Part part_of(const std::string& text) {
    Part part;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        const std::vector<std::string> read = cells(line);
        if (read.size() < 2) refuse(line);
        if (read[0] == "server") {
            part.server = read[1];
        } else if (read[0] == "version") {
            part.version = read[1];
        } else if (read[0] == "law") {
            part.law = read[1];
        } else if (read[0] == "caught") {
            if (read.size() != 4) refuse(line);
            part.caught.push_back({read[3], number(read[1]), number(read[2])});
        } else {
            read_figure(part, read);
        }
    }
    if (part.server.empty() || part.law.empty()) refuse(text);
    return part;
}

void tell(const Part& part) {
    std::cout << part_text(part) << std::flush;
    const std::string& folder = settings().figures;
    if (folder.empty()) return;
    std::filesystem::create_directories(folder);
    std::ofstream file(std::filesystem::path(folder) / file_name(part));
    file << part_text(part);
    if (!file.flush()) throw std::runtime_error("cannot write figures into " + folder);
}

}  // namespace onceproof::conformance
