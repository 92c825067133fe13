#include "tests/docs/command_check.hpp"

#include <algorithm>
#include <cctype>

namespace onceproof::docs {
namespace {

constexpr std::size_t npos = std::string_view::npos;

std::vector<std::string_view> lines_in(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Programs that `onceproof_add_checker` makes have the same commands; they are called so.
bool is_program(std::string_view word) {
    return word == "onceproof" || word.ends_with("/release/onceproof") || word.ends_with("-check");
}

/// "--threshold=x" without its value; "-j4" without its number. Empty: no flag.
std::string flag_of(std::string_view word) {
    if (word.size() < 2 || word[0] != '-' || word == "--") return {};
    if (word[1] == '-') return std::string(word.substr(0, word.find('=')));
    return std::isalpha(static_cast<unsigned char>(word[1])) != 0 ? std::string(word.substr(0, 2))
                                                                  : std::string();
}

std::optional<std::string> check_flags(
    const std::vector<std::string>& words, std::size_t from, const Commands& commands
) {
    const std::set<std::string>& flags = commands.at(words[from]);
    for (std::size_t i = from + 1; i < words.size(); ++i) {
        const std::string flag = flag_of(words[i]);
        if (!flag.empty() && !flags.contains(flag)) {
            return "onceproof " + words[from] + " has no flag " + flag;
        }
    }
    return std::nullopt;
}

/// A word under way, and whether anything of it was there: "" is a word, too.
struct Reader {
    std::vector<std::vector<std::string>> commands{{}};
    std::string word;
    bool has_word = false;

    void end_word() {
        if (has_word) commands.back().push_back(word);
        word.clear();
        has_word = false;
    }
    void end_command() {
        end_word();
        if (!commands.back().empty()) commands.emplace_back();
    }
};

/// The script without what stands between `<<'END'` and END: it is input, not commands.
std::string without_here_documents(std::string_view script) {
    std::string rest;
    std::string end;
    for (const std::string_view line : lines_in(script)) {
        if (!end.empty()) {
            if (line == end) end.clear();
            continue;
        }
        const std::size_t here = line.find("<<");
        if (here != npos) {
            end = line.substr(here + 2);
            std::erase_if(end, [](char c) { return c == '\'' || c == '"' || c == ' '; });
        }
        rest.append(line.substr(0, here)).append("\n");
    }
    return rest;
}

}  // namespace

std::set<std::string> flags_in(std::string_view help) {
    std::set<std::string> flags;
    for (std::string_view line : lines_in(help)) {
        const std::size_t start = line.find_first_not_of(' ');
        if (start == npos || start == 0 || line[start] != '-') continue;
        line.remove_prefix(start);
        const std::size_t end = std::min(line.find(' '), line.size());
        std::string_view names = line.substr(0, end);
        while (!names.empty()) {
            const std::size_t comma = std::min(names.find(','), names.size());
            flags.insert(std::string(names.substr(0, comma)));
            names.remove_prefix(std::min(comma + 1, names.size()));
        }
    }
    return flags;
}

std::vector<std::string> subcommands_in(std::string_view help) {
    std::vector<std::string> names;
    bool inside = false;
    for (const std::string_view line : lines_in(help)) {
        if (line.starts_with("Subcommands:")) {
            inside = true;
        } else if (inside && line.starts_with("  ") && line.size() > 2 && line[2] != ' ') {
            names.emplace_back(line.substr(2, line.find(' ', 2) - 2));
        }
    }
    return names;
}

std::vector<std::vector<std::string>> simple_commands(std::string_view text) {
    const std::string script = without_here_documents(text);
    Reader reader;
    char quote = 0;
    for (std::size_t i = 0; i < script.size(); ++i) {
        const char c = script[i];
        if (quote != 0) {
            if (c == quote) {
                quote = 0;
            } else {
                reader.word += c;
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            reader.has_word = true;
        } else if (c == '\\' && i + 1 < script.size()) {
            if (script[++i] != '\n') reader.word += script[i];
        } else if (c == '#' && !reader.has_word) {
            i = std::min(script.find('\n', i), script.size());
            reader.end_command();
        } else if (std::string_view(";&|()\n").find(c) != npos) {
            reader.end_command();
        } else if (c == ' ' || c == '\t') {
            reader.end_word();
        } else {
            reader.word += c;
            reader.has_word = true;
        }
    }
    reader.end_command();
    reader.commands.pop_back();
    return reader.commands;
}

std::optional<std::string> unknown_in(
    const std::vector<std::string>& words, const Commands& onceproof
) {
    const auto dev = std::ranges::find(words, "./dev");
    const bool by_dev =
        dev != words.end() && dev + 1 != words.end() && (dev[1] == "run" || dev[1] == "bench");
    const auto program = by_dev ? dev : std::ranges::find_if(words, is_program);
    if (program == words.end() || program + 1 == words.end()) return std::nullopt;
    const std::string& command = program[1];
    if (command.starts_with('-')) {
        if (onceproof.at("").contains(flag_of(command))) return std::nullopt;
        return "onceproof has no flag " + command;
    }
    // `find_package(onceproof …)` and its like speak of something else.
    if (!onceproof.contains(command)) {
        const bool is_first = program == words.begin();
        return is_first ? std::optional("onceproof has no command " + command) : std::nullopt;
    }
    return check_flags(words, static_cast<std::size_t>(program - words.begin()) + 1, onceproof);
}

std::optional<std::string> unknown_to_dev(
    const std::vector<std::string>& words, const std::set<std::string>& dev_commands
) {
    const auto dev = std::ranges::find(words, "./dev");
    if (dev == words.end() || dev + 1 == words.end() || dev_commands.contains(dev[1])) {
        return std::nullopt;
    }
    return "./dev has no command " + dev[1];
}

}  // namespace onceproof::docs
