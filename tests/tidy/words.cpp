#include "tests/tidy/words.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace onceproof::tidy {
namespace {

constexpr std::size_t npos = std::string_view::npos;

constexpr std::array<std::string_view, 26> banned{
    "system_clock",
    "steady_clock",
    "high_resolution_clock",
    "gettimeofday",
    "clock_gettime",
    "std::time",
    "std::rand",
    "rand",
    "srand",
    "random_device",
    "default_random_engine",
    "std::shuffle",
    "std::thread",
    "std::jthread",
    "std::async",
    "sleep_for",
    "sleep_until",
    "usleep",
    "nanosleep",
    "getenv",
    "unordered_map",
    "unordered_set",
    "unordered_multimap",
    "unordered_multiset",
    "thread_local",
    "std::this_thread",
};

// Put together here so that the rule does not find itself.
constexpr std::array<std::string_view, 4> leftovers{
    "TO"
    "DO",
    "FIX"
    "ME",
    "X"
    "XX",
    "HA"
    "CK"};
constexpr std::array<std::string_view, 4> machine_paths{
    "/wo"
    "rk/",
    "/ho"
    "me/",
    "/ro"
    "ot/",
    "/Us"
    "ers/"};

std::string quoted(std::string_view word) {
    return fmt::format("'{}'", word);
}

void add(Findings& findings, const SourceFile& file, std::size_t offset, std::string message) {
    findings.push_back({file.path, line_of(file.text, offset), std::move(message)});
}

bool is_excused(
    std::string_view path, std::string_view word, std::span<const WordException> exceptions
) {
    return std::ranges::any_of(exceptions, [&](const WordException& each) {
        return each.path == path && each.word == word;
    });
}

/// `std::uniform_int_distribution` and its like: what they draw differs between libraries.
void check_distributions(const SourceFile& file, Findings& findings) {
    constexpr std::string_view ending = "_distribution";
    for (std::size_t at = file.code.find("std::"); at != npos;
         at = file.code.find("std::", at + 1)) {
        std::size_t end = at + 5;
        while (end < file.code.size() && is_word_char(file.code[end])) {
            ++end;
        }
        const std::string_view name = std::string_view{file.code}.substr(at, end - at);
        if (name.ends_with(ending)) {
            add(findings, file, at, quoted(name) + " draws differently in each standard library");
        }
    }
}

/// The first template argument of `std::map<` or `std::set<` is a pointer.
void check_pointer_keys(const SourceFile& file, Findings& findings) {
    for (const std::string_view open : {"std::map<", "std::set<"}) {
        for (std::size_t at = file.code.find(open); at != npos; at = file.code.find(open, at + 1)) {
            const std::size_t start = at + open.size();
            const std::size_t end =
                std::min(file.code.find_first_of(",>", start), file.code.size());
            const std::string_view key = std::string_view{file.code}.substr(start, end - start);
            if (key.find('*') != npos) {
                add(findings, file, at, "a container ordered by pointers: key " + quoted(key));
            }
        }
    }
}

bool is_mutable_static(std::string_view declaration) {
    const std::size_t end = declaration.find_first_of("(={;");
    if (end == npos || declaration[end] == '(') {
        return false;
    }
    const std::string_view head = declaration.substr(0, end);
    return std::ranges::all_of(
        std::array<std::string_view, 4>{"const", "constexpr", "consteval", "operator"},
        [&](std::string_view word) { return find_word(head, word) == npos; }
    );
}

void check_statics(const SourceFile& file, Findings& findings) {
    const std::string_view code = file.code;
    for (std::size_t at = find_word(code, "static"); at != npos;
         at = find_word(code, "static", at + 1)) {
        if (is_mutable_static(code.substr(at))) {
            add(findings, file, at, "'static' mutable state");
        }
    }
}

}  // namespace

std::span<const std::string_view> nondeterministic_words() {
    return banned;
}

Findings check_determinism(const SourceFile& file, std::span<const WordException> exceptions) {
    Findings findings;
    for (const std::string_view word : banned) {
        if (is_excused(file.path, word, exceptions)) {
            continue;
        }
        for (std::size_t at = find_word(file.code, word); at != npos;
             at = find_word(file.code, word, at + 1)) {
            const bool is_longer_word = word == "rand" && file.code[at + word.size()] != '(';
            if (!is_longer_word) {
                add(findings,
                    file,
                    at,
                    quoted(word) + " makes a run depend on more than its schedule");
            }
        }
    }
    check_distributions(file, findings);
    check_pointer_keys(file, findings);
    if (!is_excused(file.path, "static", exceptions)) {
        check_statics(file, findings);
    }
    return findings;
}

Findings check_leftovers(const SourceFile& file) {
    Findings findings;
    for (const std::string_view word : leftovers) {
        for (std::size_t at = find_word(file.text, word); at != npos;
             at = find_word(file.text, word, at + 1)) {
            add(findings, file, at, "left-over marker " + quoted(word));
        }
    }
    return findings;
}

Findings check_machine_paths(const SourceFile& file) {
    Findings findings;
    for (const std::string_view path : machine_paths) {
        for (std::size_t at = file.text.find(path); at != npos; at = file.text.find(path, at + 1)) {
            const bool is_part_of_another = at > 0 && (is_word_char(file.text[at - 1]));
            if (!is_part_of_another) {
                add(findings, file, at, "a path of one machine: " + quoted(path));
            }
        }
    }
    return findings;
}

Findings check_conditionals(const SourceFile& file) {
    Findings findings;
    for (std::size_t at = file.code.find('#'); at != npos; at = file.code.find('#', at + 1)) {
        const std::size_t word = file.code.find_first_not_of(" \t", at + 1);
        if (word != npos && file.code.compare(word, 2, "if") == 0) {
            add(findings, file, at, "a preprocessor conditional");
        }
    }
    return findings;
}

Findings check_namespaces(const SourceFile& file) {
    Findings findings;
    if (!is_cpp(file.path)) {
        return findings;
    }
    const std::string_view code = file.code;
    const auto lines = lines_of(code);
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const std::size_t use = find_word(lines[at], "using namespace");
        const std::size_t open = find_word(lines[at], "namespace std");
        if (open != npos && use == npos && lines[at].substr(open).find('=') == npos) {
            findings.push_back({file.path, at + 1, "'namespace std' is the library's"});
        }
        const bool is_literals =
            is_within(file.path, "tests") && find_word(lines[at], "std::chrono_literals") != npos;
        if (use != npos && file.path.ends_with(".hpp") && !is_literals) {
            findings.push_back({file.path, at + 1, "'using namespace' in a header"});
        }
    }
    return findings;
}

Findings check_word_exceptions(
    std::span<const SourceFile> tree, std::span<const WordException> exceptions
) {
    Findings findings;
    for (const WordException& each : exceptions) {
        const auto file = std::ranges::find(tree, each.path, &SourceFile::path);
        if (file == tree.end() || find_word(file->code, each.word) == npos) {
            findings.push_back(
                {std::string{each.path},
                 0,
                 "the exception for " + quoted(each.word) + " excuses nothing"}
            );
        }
    }
    return findings;
}

}  // namespace onceproof::tidy
