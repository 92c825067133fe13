#include "tests/docs/recipe.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/content_of.hpp"

namespace onceproof::docs {
namespace {

namespace fs = std::filesystem;

struct Hunk {
    std::string before;
    std::string after;
};

std::vector<Hunk> hunks_of(const std::string& diff) {
    std::vector<Hunk> hunks{{}};
    std::istringstream lines(diff);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("@@")) {
            hunks.emplace_back();
            continue;
        }
        const char sign = line.empty() ? ' ' : line[0];
        const std::string text = line.empty() ? "\n" : line.substr(1) + "\n";
        if (sign != '+') hunks.back().before += text;
        if (sign != '-') hunks.back().after += text;
    }
    return hunks;
}

/// Whole lines: the first place at or behind `from`.
std::size_t find_lines(const std::string& content, const std::string& lines, std::size_t from) {
    std::size_t at = content.find(lines, from);
    while (at != std::string::npos && at > 0 && content[at - 1] != '\n') {
        at = content.find(lines, at + 1);
    }
    return at;
}

}  // namespace

std::string file_of(const Block& block) {
    constexpr std::string_view mark = "file=";
    return block.how.starts_with(mark) ? block.how.substr(mark.size()) : "";
}

std::optional<std::string> changed(
    const std::string& content, const std::string& diff, std::string& why
) {
    std::string text = content;
    for (const Hunk& hunk : hunks_of(diff)) {
        const std::size_t at = find_lines(text, hunk.before, 0);
        if (hunk.before.empty() || at == std::string::npos) {
            why = "these lines are not there:\n" + hunk.before;
            return std::nullopt;
        }
        if (find_lines(text, hunk.before, at + 1) != std::string::npos) {
            why = "these lines are there more than once:\n" + hunk.before;
            return std::nullopt;
        }
        text.replace(at, hunk.before.size(), hunk.after);
    }
    return text;
}

std::optional<std::string> apply_block(const Block& block, const std::string& root) {
    const fs::path file = fs::path(root) / file_of(block);
    const bool is_there = fs::exists(file);
    if (block.language != "diff") {
        if (is_there) return "there is such a file already";
        fs::create_directories(file.parent_path());
        std::ofstream(file) << block.text;
        return std::nullopt;
    }
    std::string why = "there is no such file";
    if (!is_there) return why;
    const auto text = changed(testing::content_of(file.string()), block.text, why);
    if (!text.has_value()) return why;
    std::ofstream(file) << *text;
    return std::nullopt;
}

}  // namespace onceproof::docs
