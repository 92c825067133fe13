#include "cli/command_line.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace onceproof::cli {
namespace {

struct Flag {
    std::string_view name;
    bool has_value;
};

/// Results do not depend on these.
constexpr std::array<Flag, 13> idle_flags{{
    {"-o", true},
    {"--out", true},
    {"--json", true},
    {"-j", true},
    {"--jobs", true},
    {"--color", true},
    {"--check-determinism", true},
    {"--shard", true},
    {"--divide", true},
    {"--no-progress", false},
    {"--ascii", false},
    {"-v", false},
    {"--verbose", false},
}};

const Flag* idle_flag(std::string_view word) {
    const auto* flag = std::ranges::find_if(idle_flags, [&](const Flag& each) {
        // "--out=DIR" and "-oDIR" hold their value themselves.
        const bool is_long = each.name.starts_with("--");
        const std::string_view rest =
            word.starts_with(each.name) ? word.substr(each.name.size()) : "?";
        return word == each.name || (each.has_value && word.starts_with(each.name) &&
                                     (is_long ? rest.starts_with('=') : !rest.empty()));
    });
    return flag == idle_flags.end() ? nullptr : flag;
}

}  // namespace

std::string in_quotes(const std::string& word) {
    std::string text = "'";
    for (const char letter : word) {
        text += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return text + "'";
}

std::string quoted(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
    const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string::npos;
    return is_plain ? word : in_quotes(word);
}

std::vector<std::string> essential_words(const std::vector<std::string>& words) {
    std::vector<std::string> essential;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Flag* flag = idle_flag(words[i]);
        if (flag == nullptr) {
            essential.push_back(words[i]);
        } else if (flag->has_value && words[i] == flag->name) {
            ++i;
        }
    }
    return essential;
}

std::string essential_command(
    const std::string& executable, const std::vector<std::string>& words
) {
    std::string command = executable;
    for (const std::string& word : essential_words(words)) {
        command += " " + quoted(word);
    }
    return command;
}

}  // namespace onceproof::cli
